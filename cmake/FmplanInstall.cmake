# What `cmake --install` lays down: the program, the libraries with their headers and find_package(fmplan), the
# catalogues and the example scenarios and programmes.  Headers are installed where each library is declared.
include(CMakePackageConfigHelpers)

set(fmplan_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/fmplan")
get_property(fmplan_core_libraries GLOBAL PROPERTY FMPLAN_CORE_LIBRARIES)

install(TARGETS ${fmplan_core_libraries} EXPORT fmplanTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(EXPORT fmplanTargets NAMESPACE fmplan:: DESTINATION "${fmplan_package_dir}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/fmplanConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/fmplanConfig.cmake" INSTALL_DESTINATION "${fmplan_package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/fmplanConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/fmplanConfig.cmake" "${PROJECT_BINARY_DIR}/fmplanConfigVersion.cmake"
        DESTINATION "${fmplan_package_dir}")

install(DIRECTORY "${PROJECT_SOURCE_DIR}/catalogs" "${PROJECT_SOURCE_DIR}/scenarios"
        "${PROJECT_SOURCE_DIR}/programmes"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/fmplan")
install(FILES "${PROJECT_SOURCE_DIR}/validation/campaigns.csv"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/fmplan/validation")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
