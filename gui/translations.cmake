# Languages of the desktop program: gui/i18n/fmplan_*.ts, compiled and built in.  Sets translation_sources.
# Without the tools of Qt Linguist the program speaks English alone.
file(GLOB translation_files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/i18n/fmplan_*.ts")
set(linguist_tools "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_BINS}")
find_program(FMPLAN_LRELEASE NAMES lrelease lrelease-qt6 HINTS "${linguist_tools}" NO_DEFAULT_PATH)
find_program(FMPLAN_LUPDATE NAMES lupdate lupdate-qt6 HINTS "${linguist_tools}" NO_DEFAULT_PATH)
set(translation_list "")
set(translation_binaries "")
if(FMPLAN_LRELEASE)
  foreach(file IN LISTS translation_files)
    get_filename_component(name "${file}" NAME_WE)
    set(binary "${CMAKE_CURRENT_BINARY_DIR}/${name}.qm")
    add_custom_command(OUTPUT "${binary}" DEPENDS "${file}" VERBATIM
      COMMAND "${FMPLAN_LRELEASE}" -silent -nounfinished "${file}" -qm "${binary}")
    list(APPEND translation_binaries "${binary}")
    string(APPEND translation_list "<file alias=\"${name}.qm\">${binary}</file>")
  endforeach()
else()
  message(STATUS "fmplan-gui speaks English alone: lrelease of Qt 6 was not found (on Debian: apt-get install qt6-l10n-tools)")
endif()
set(translation_resource "${CMAKE_CURRENT_BINARY_DIR}/fmplan_translations.qrc")
file(CONFIGURE OUTPUT "${translation_resource}"
  CONTENT "<RCC><qresource prefix=\"/i18n\">${translation_list}</qresource></RCC>\n" @ONLY)
set(translation_sources "${CMAKE_CURRENT_BINARY_DIR}/fmplan_translations.cpp")
add_custom_command(OUTPUT "${translation_sources}" DEPENDS "${translation_resource}" ${translation_binaries} VERBATIM
  COMMAND Qt6::rcc --name fmplan_translations --output "${translation_sources}" "${translation_resource}")
set_source_files_properties("${translation_sources}" PROPERTIES SKIP_AUTOGEN ON SKIP_PRECOMPILE_HEADERS ON)

# `ninja update_translations` brings what the sources say into the .ts files; translations that are there stay.
if(FMPLAN_LUPDATE)
  add_custom_target(update_translations VERBATIM
    COMMAND "${FMPLAN_LUPDATE}" -silent -locations none -no-obsolete -extensions cpp,h -I "${PROJECT_SOURCE_DIR}"
            "${CMAKE_CURRENT_SOURCE_DIR}" -ts ${translation_files})
endif()
