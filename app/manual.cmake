# The man page, which help2man makes of what --help prints: target `manual`, and installed where it was made.
find_program(HELP2MAN help2man)
if(HELP2MAN)
  set(manual "${CMAKE_CURRENT_BINARY_DIR}/fmplan.1")
  add_custom_command(OUTPUT "${manual}"
    COMMAND "${HELP2MAN}" --no-info --name "plans the training of foundation models" --output "${manual}"
            "$<TARGET_FILE:fmplan>"
    # Examples stay one a line.
    COMMAND sed -i -e "/^\\.SH EXAMPLES/,/^\\.SS/{s/^\\.IP/.nf/;s/^\\.SS/.fi\\n&/}" "${manual}"
    DEPENDS fmplan VERBATIM COMMENT "Making the man page")
  add_custom_target(manual ALL DEPENDS "${manual}")
  install(FILES "${manual}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
else()
  add_custom_target(manual COMMAND "${CMAKE_COMMAND}" -E echo "skipped: no man page without help2man")
  message(STATUS "No help2man: the man page is neither made nor installed")
endif()
