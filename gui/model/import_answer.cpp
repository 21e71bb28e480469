#include "gui/model/import_answer.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <utility>

#include "core/document/plan_text.h"
#include "core/imports/price_item_files.h"
#include "core/imports/recognised_import.h"
#include "core/text/json_text.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

std::string optionOf(std::string_view name) { return "--" + std::string(name); }

/// The first bytes of a file; nothing where it cannot be read.
std::string beginningOf(const std::filesystem::path& path, std::size_t most) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  std::ifstream in(path, std::ios::binary);
  std::string bytes(most, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(most));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

}  // namespace

const imports::ImportKind* importKindOf(const std::filesystem::path& path) {
  return imports::recognised_import(beginningOf(path, imports::kRecognisedBytes));
}

bool mayBeDocument(const std::filesystem::path& path) {
  if (document::is_database(path)) return true;
  constexpr std::size_t kSome = 4096;  // bytes, chosen: more blanks begin no document
  const std::string bytes = beginningOf(path, kSome);
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string::npos && bytes[first] == '{';
}

std::vector<ScenarioField> importFields(const imports::ImportKind& kind, const catalog::Catalog& catalog) {
  std::vector<ScenarioField> fields;
  for (const imports::ImportOption& option : kind.options) {
    const QString name = shown(optionOf(option.name));
    ScenarioField field{.path = told(name), .label = name, .about = spoken(option.help)};
    const auto choose = [&](std::string_view items) {
      for (const std::string& item : catalog.names(items)) field.choices.append(shown(item));
    };
    if (option.name == "instance") choose("instances");
    if (option.name == "model") choose("models");
    fields.push_back(std::move(field));
  }
  return fields;
}

std::map<std::string, QString> importHelp(const imports::ImportKind& kind) {
  std::map<std::string, QString> help;
  for (const imports::ImportOption& option : kind.options) help[optionOf(option.name)] = spoken(option.help);
  return help;
}

ToldAnswer imported(const imports::ImportKind& kind, const std::filesystem::path& file,
                    const std::map<std::string, std::string>& options, const catalog::Catalog& catalog) {
  imports::ImportOptions given;
  for (const imports::ImportOption& option : kind.options)
    if (const auto found = options.find(optionOf(option.name)); found != options.end() && !found->second.empty())
      given[std::string(option.name)] = {found->second};
  const imports::ImportFile from{file.string(),
                                 [file] { return std::make_unique<std::ifstream>(text::open_file(file)); }};
  return toldBy([&](ToldAnswer& answer) {
    answer.document = kind.make({&from, 1}, given, catalog);
    answer.title = spoken(answer.document.headline);
  });
}

bool isProgramme(const imports::ImportKind& kind) { return kind.schema == "programme"; }
bool isMeasuredSteps(const imports::ImportKind& kind) { return kind.name.ends_with("-log"); }
bool isModel(const imports::ImportKind& kind) { return kind.schema == "model"; }
bool isPrices(const imports::ImportKind& kind) { return kind.name == "skypilot"; }

PlanFile programmeOf(const answer::Document& answer, const std::filesystem::path& source) {
  PlanFile file{.kind = PlanFile::Kind::kProgramme, .source = source};
  file.original = answer.json.dump(2) + "\n";
  file.document = text::parse_json(file.original, source.string());
  return file;
}

void writeAnswer(const answer::Document& answer, const std::filesystem::path& path) {
  const std::map<std::string, answer::Format> forms = {{".csv", answer::Format::kCsv},
                                                       {".json", answer::Format::kJson},
                                                       {".md", answer::Format::kMarkdown},
                                                       {".html", answer::Format::kHtml}};
  const auto form = forms.find(path.extension().string());
  constexpr int kWidth = 100;  // columns, as where the command line writes to a file
  text::write_text_file(path, render(answer, form == forms.end() ? answer::Format::kTable : form->second, false, kWidth,
                                     answer.csv_table));
}

std::size_t writePriceItems(const answer::Document& answer, const std::filesystem::path& folder) {
  const text::Json& items = answer.json.at("items");
  return imports::write_price_items(items.elements(), folder, false);
}

}  // namespace fmplan::gui
