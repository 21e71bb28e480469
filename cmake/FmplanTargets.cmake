# What most files include, compiled once: by base for those that read no JSON, by text with nlohmann's for those that do.
# Every file still includes what it uses, and compiles without (CMAKE_DISABLE_PRECOMPILE_HEADERS=ON).
set(FMPLAN_COMMON_HEADERS <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map> <optional> <span> <string>
  <string_view> <utility> <variant> <vector> <fmt/format.h>)
set(FMPLAN_JSON_HEADERS <nlohmann/json.hpp> "${PROJECT_SOURCE_DIR}/core/text/json_templates.h")

# Warnings every target of the project is compiled with.
function(fmplan_compile_options target)
  # Joined files (CMAKE_UNITY_BUILD) see each other's names, which hide nothing.
  set(shadow -Wshadow)
  if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(shadow -Wshadow=local)
  endif()
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion ${shadow})
  # Assertions tell files as seen from the checkout, whose folder is then in no object.
  target_compile_options(${target} PRIVATE "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")
  # Warnings that GCC gives falsely when it optimises: of copies in std::string (GCC 12, its bug 105329; those of bounds with
  # precompiled headers only), and of values of a std::optional that was checked (its bug 80635).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE
      -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-maybe-uninitialized)
    # Without it ccache does not see what a precompiled header stands for.
    target_compile_options(${target} PRIVATE -fpch-preprocess)
    # Half a gigabyte before it first looks for garbage, in KiB: joined files keep nearly all that they take, and it looks
    # again and again, for an eighth of its time.
    target_compile_options(${target} PRIVATE --param=ggc-min-heapsize=524288)
  endif()
  if(FMPLAN_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# For what puts questions and words together and leaves the computing to others: compiled in four fifths of the time, and no
# answer takes longer.
function(fmplan_compile_lightly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1> $<$<CONFIG:Debug>:-Og>)
endfunction()

# For what waits for a hand or for others: the desktop program's own code, and tests.  Another fifth less; what they ask is
# as fast as ever.
function(fmplan_compile_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release,Debug>:-Og>)
endfunction()

# fmplan_core_library(sim/step DEPENDS network model PRIVATE Ceres::ceres)
#
# The static library of core/<folder>; the target of core/sim/step is fmplan_sim_step, its alias fmplan::sim_step.  DEPENDS
# are folders that stand below it; PRIVATE are third-party targets that its .cpp files alone may see.  READS_JSON says that
# most of its files include nlohmann's header.
function(fmplan_core_library folder)
  cmake_parse_arguments(ARG "READS_JSON" "" "DEPENDS;PUBLIC;PRIVATE" ${ARGN})
  string(REPLACE "/" "_" name "${folder}")
  list(TRANSFORM ARG_DEPENDS REPLACE "/" "_")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp")
  file(GLOB headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.h")
  add_library(fmplan_${name} STATIC ${sources} ${headers})
  add_library(fmplan::${name} ALIAS fmplan_${name})
  set_target_properties(fmplan_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(fmplan_${name} PUBLIC cxx_std_20)
  target_include_directories(fmplan_${name} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/fmplan>")
  foreach(below IN LISTS ARG_DEPENDS)
    target_link_libraries(fmplan_${name} PUBLIC fmplan::${below})
  endforeach()
  target_link_libraries(fmplan_${name} PUBLIC fmt::fmt ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  fmplan_compile_options(fmplan_${name})
  if(folder STREQUAL "base")
    target_precompile_headers(fmplan_base PRIVATE ${FMPLAN_COMMON_HEADERS})
  elseif(folder STREQUAL "text")
    target_precompile_headers(fmplan_text PRIVATE ${FMPLAN_COMMON_HEADERS} ${FMPLAN_JSON_HEADERS})
  elseif(ARG_READS_JSON)
    target_precompile_headers(fmplan_${name} REUSE_FROM fmplan_text)
  else()
    target_precompile_headers(fmplan_${name} REUSE_FROM fmplan_base)
  endif()
  set_property(GLOBAL APPEND PROPERTY FMPLAN_CORE_LIBRARIES fmplan_${name})
  install(FILES ${headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/fmplan/core/${folder}")
endfunction()

# fmplan_soname(name "/usr/lib/x86_64-linux-gnu/libical.so")
#
# Sets `name` to what the loader knows a shared library by: "libical.so.3".
function(fmplan_soname variable library)
  execute_process(COMMAND "${CMAKE_OBJDUMP}" -p "${library}" OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
  if(NOT headers MATCHES "SONAME +([^ \n]+)")
    message(FATAL_ERROR "${library} has no SONAME: a shared library is needed")
  endif()
  set(${variable} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()
