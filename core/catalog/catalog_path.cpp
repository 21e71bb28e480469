#include "core/catalog/catalog_path.h"

#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

namespace fmplan::catalog {
namespace {

// The build may name both; the fallbacks are for code compiled outside of it.
#ifdef FMPLAN_SOURCE_CATALOGS
constexpr const char* kSourceCatalogs = FMPLAN_SOURCE_CATALOGS;
#else
constexpr const char* kSourceCatalogs = "";
#endif
#ifdef FMPLAN_INSTALLED_CATALOGS
constexpr const char* kInstalledCatalogs = FMPLAN_INSTALLED_CATALOGS;
#else
constexpr const char* kInstalledCatalogs = "";
#endif

bool holds_catalogs(const std::filesystem::path& dir) {
  std::error_code error;
  return !dir.empty() && std::filesystem::is_directory(dir / "accelerators", error);
}

}  // namespace

std::filesystem::path shipped_catalog_dir() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path beside = program.parent_path().parent_path() / "share" / "fmplan" / "catalogs";
  // A program linked against the installed library lies elsewhere: the prefix of the installation comes last.
  for (const std::filesystem::path& dir :
       {beside, std::filesystem::path(kSourceCatalogs), std::filesystem::path(kInstalledCatalogs)})
    if (holds_catalogs(dir)) return dir;
  throw std::runtime_error(
      fmt::format("the catalogues were found neither in {} nor in {}; reinstall fmplan, or name their folder",
                  beside.string(), kSourceCatalogs));
}

}  // namespace fmplan::catalog
