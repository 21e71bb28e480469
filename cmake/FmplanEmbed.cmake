# fmplan_embed(fmplan_api page_files.cpp HEADER api/page_file.h NAMESPACE api BEFORE … EACH … AFTER … FILES …)
#
# Files as text in the program: a source of the target that includes HEADER and says, in fmplan::NAMESPACE, BEFORE, then
# EACH of every file, then AFTER.  In EACH @name@ is the file's name, @stem@ what of it stands before its first point,
# @ending@ what stands behind its last, and @text@ what the file holds, as a literal.
function(fmplan_embed target source)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "HEADER;NAMESPACE;BEFORE;EACH;AFTER" "FILES")
  set(all "")
  foreach(file IN LISTS ARG_FILES)
    get_filename_component(file "${file}" ABSOLUTE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    get_filename_component(name "${file}" NAME)
    get_filename_component(stem "${file}" NAME_WE)
    string(REGEX REPLACE "^.*[.]" "" ending "${name}")
    file(READ "${file}" text)
    set(text "R\"embedded(${text})embedded\"")
    string(CONFIGURE "${ARG_EACH}" each @ONLY)
    string(APPEND all "${each}\n")
  endforeach()
  file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT [[#include "@ARG_HEADER@"

namespace fmplan::@ARG_NAMESPACE@ {

@ARG_BEFORE@
@all@@ARG_AFTER@

}  // namespace fmplan::@ARG_NAMESPACE@
]])
  target_sources("${target}" PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/${source}")
endfunction()
