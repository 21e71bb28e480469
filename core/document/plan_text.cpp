#include "core/document/plan_text.h"

#include <fstream>
#include <string_view>
#include <system_error>

#include "core/base/issue.h"
#include "core/database/database_file.h"
#include "core/document/plan_format.h"

namespace fmplan::document {
namespace {

/// As many bytes as say what a file is; fewer where there are not more.
std::string head_of(std::istream& in) {
  std::string head(database::kSqliteMagic.size(), '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return head;
}

}  // namespace

bool is_database(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream in(path, std::ios::binary);
  return head_of(in) == database::kSqliteMagic;
}

std::string read_text(const std::filesystem::path& path, std::size_t limit) {
  // A pipe is read once, from its beginning.
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) || !is_database(path)) return text::read_text_file(path, limit);
  const std::string whole = whole_path(path);
  try {
    return read_shown_text(readable(whole), whole);
  } catch (const database::DatabaseError& damage) {
    refuse_damaged(whole, damage);
  }
}

nlohmann::json read_json(const std::filesystem::path& path) { return text::parse_json(read_text(path), path.string()); }

}  // namespace fmplan::document
