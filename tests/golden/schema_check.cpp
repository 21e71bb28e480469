// Holds JSON answers against their schemas.  usage: schema_check SCHEMAS ANSWERS
//
// Every file of ANSWERS/NAME is held against SCHEMAS/NAME.schema.json.  Besides, every schema of an answer has answers,
// and every property that it describes is in one of them: so a key is missed too that is not required.  A definition
// that several schemas have needs to be met in one.

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/answer/json_schema.h"

namespace {

namespace fs = std::filesystem;
using fmplan::answer::JsonSchema;
using nlohmann::json;

constexpr std::size_t kShownPerAnswer = 5;
const std::string kEnding = ".schema.json";

json read(const fs::path& file) {
  try {
    return json::parse(std::ifstream(file));
  } catch (const json::exception& error) {
    throw std::runtime_error(file.string() + ": " + error.what());
  }
}

std::set<fs::path> files_of(const fs::path& folder) {
  if (!fs::exists(folder)) return {};
  return {fs::directory_iterator(folder), fs::directory_iterator()};
}

/// Properties that no answer has, by whose they are: a schema's own, or those of a definition, which others may have
/// too.
class Properties {
 public:
  void add(const std::string& schema, const std::vector<std::string>& all, const std::vector<std::string>& unused) {
    for (const std::string& property : all) {
      const std::string name = property.starts_with("/$defs/") ? property : schema + property;
      const bool is_unused = std::find(unused.begin(), unused.end(), property) != unused.end();
      used_[name] = used_[name] || !is_unused;
    }
  }
  std::vector<std::string> unused() const {
    std::vector<std::string> names;
    for (const auto& [name, is_used] : used_)
      if (!is_used) names.push_back(name);
    return names;
  }

 private:
  std::map<std::string, bool> used_;
};

/// What is wrong, one line each.
std::vector<std::string> problems(const fs::path& schemas, const fs::path& answers) {
  std::vector<std::string> found;
  Properties properties;
  for (const fs::path& file : files_of(schemas)) {
    const std::string name = file.filename().string().substr(0, file.filename().string().size() - kEnding.size());
    if (name == "scenario" || name == "programme" || name == "probe_result")
      continue;  // what is asked, and what a script answers
    const JsonSchema schema(read(file));
    std::vector<json> documents;
    for (const fs::path& answer : files_of(answers / name)) {
      documents.push_back(read(answer));
      std::vector<std::string> violations = schema.violations(documents.back());
      violations.resize(std::min(violations.size(), kShownPerAnswer));
      for (const std::string& violation : violations)
        found.push_back(name + "/" + answer.filename().string() + " " + violation);
    }
    if (documents.empty()) found.push_back(name + ": no answer has this schema");
    properties.add(name, schema.unused_properties({}), schema.unused_properties(documents));
  }
  for (const std::string& property : properties.unused()) found.push_back(property + ": in no answer");
  for (const fs::path& folder : files_of(answers))
    if (!fs::exists(schemas / (folder.filename().string() + kEnding)))
      found.push_back(folder.filename().string() + ": these answers have no schema");
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: schema_check SCHEMAS ANSWERS\n";
    return 2;
  }
  try {
    const std::vector<std::string> found = problems(argv[1], argv[2]);
    for (const std::string& problem : found) std::cout << problem << '\n';
    return found.empty() ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
