// The published schema and page are what the table of fields says; written anew with
//     FMPLAN_UPDATE=1 build/release/tests/scenario_test --gtest_filter='Published*'

#include "core/scenario/scenario_schema.h"

#include <cstdlib>
#include <set>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "tests/scenario/good_scenarios.h"
#include "tests/source_dir.h"

namespace fmplan::scenario {
namespace scenario_schema_test {

using text::Field;
using text::FieldKind;
using text::FieldPath;

/// Holds the file against `text`, or writes it where asked to.
void expect_file(const std::string& file, const std::string& text) {
  const std::string path = source_dir() + "/" + file;
  if (std::getenv("FMPLAN_UPDATE")) text::write_text_file(path, text);
  EXPECT_TRUE(text::read_text_file(path) == text) << file << " is not what the table of fields says";
}

TEST(PublishedSchema, IsMadeFromTheTableOfFields) {
  expect_file("docs/schema/scenario.schema.json", scenario_schema_text());
}

TEST(PublishedPage, HasTheTableOfFields) {
  const std::string page = "docs/scenario_format.md";
  expect_file(page, with_field_tables(text::read_text_file(source_dir() + "/" + page)));
}

TEST(PublishedSchema, OfProgrammesIsMadeFromTheTableOfFields) {
  expect_file("docs/schema/programme.schema.json", programme_schema_text());
}

TEST(PublishedPage, OfProgrammesHasTheTableOfFields) {
  const std::string page = "docs/programme_format.md";
  expect_file(page, with_field_tables(text::read_text_file(source_dir() + "/" + page), fields::kProgramme));
}

TEST(WithFieldTables, WritesBetweenTheMarksAndNowhereElse) {
  const std::string page = with_field_tables("a\n<!-- fields power -->\nold\n<!-- end -->\nb\n");
  EXPECT_TRUE(
      page.starts_with("a\n<!-- fields power -->\n| key | value | default | meaning |\n|---|---|---|---|\n"
                       "| `pue` | number, 1 to 3 | "))
      << page;
  EXPECT_TRUE(page.ends_with("|\n<!-- end -->\nb\n")) << page;
  EXPECT_EQ(with_field_tables("no table\n"), "no table\n");
  EXPECT_THROW(with_field_tables("<!-- fields power -->\n"), std::invalid_argument);
  EXPECT_THROW(with_field_tables("<!-- fields powr -->\n<!-- end -->\n"), std::invalid_argument);
}

/// True if the text is one of the field's values.
bool is_value(const Field& field, std::string_view text) {
  for (const std::string_view name : field.names)
    if (name == text) return true;
  switch (field.kind) {
    case FieldKind::kFlag: return text == "true" || text == "false";
    case FieldKind::kWhole:
    case FieldKind::kCount: {
      const auto count = parse_count(text);
      const auto number = static_cast<double>(count.value_or(-1));
      return number >= field.minimum && number <= field.maximum;
    }
    case FieldKind::kNumber:
    case FieldKind::kShare: {
      const auto number = parse_ratio(text);
      return number && *number >= field.minimum && *number <= field.maximum;
    }
    case FieldKind::kQuantity: return parse_quantity(text, units_of(field.dimension)).has_value();
    case FieldKind::kText:
    case FieldKind::kReference: return !text.empty();
    default: return false;
  }
}

TEST(ScenarioFields, HaveDefaultsThatTheirRangeAllows) {
  for (const FieldPath& path : field_paths(fields::kScenario)) {
    const Field& field = *path.field;
    EXPECT_TRUE(field.otherwise.empty() || is_value(field, field.otherwise)) << path.path << ": " << field.otherwise;
    EXPECT_FALSE(field.required && !field.otherwise.empty()) << path.path;
    EXPECT_EQ(field.kind == FieldKind::kQuantity, field.dimension != text::Dimension::kNone) << path.path;
    EXPECT_LE(field.minimum, field.kind == FieldKind::kList && field.maximum == 0 ? field.minimum : field.maximum)
        << path.path;
  }
}

TEST(ProgrammeFields, HaveDefaultsThatTheirRangeAllows) {
  std::set<std::string> paths;
  for (const FieldPath& path : field_paths(fields::kProgramme)) {
    const Field& field = *path.field;
    EXPECT_TRUE(paths.insert(path.path).second) << path.path;
    EXPECT_TRUE(field.otherwise.empty() || is_value(field, field.otherwise)) << path.path << ": " << field.otherwise;
    EXPECT_FALSE(field.required && !field.otherwise.empty()) << path.path;
    EXPECT_LE(field.minimum, field.maximum) << path.path;
  }
  EXPECT_TRUE(paths.contains("organisations[].projects[].phases[].jobs.per_day"));
  EXPECT_TRUE(paths.contains("pools[].acceptance.replaced_in"));
}

TEST(ScenarioFields, AreNamedOnce) {
  std::set<std::string> paths;
  for (const FieldPath& path : field_paths(fields::kScenario)) EXPECT_TRUE(paths.insert(path.path).second) << path.path;
  EXPECT_TRUE(paths.contains("training.phases[].parallel.overlap.tensor"));
  EXPECT_TRUE(paths.contains("run.checkpoint.levels[].prefixes"));
  EXPECT_FALSE(paths.contains("cluster.instance.accelerator"));
}

/// The keys that the reader of the object at `pointer` knows, as its complaint about another one lists them.
std::set<std::string> known_keys(const std::string& pointer) {
  const std::string unknown = "xxxxxxxxxxxxxxxxxxxxxxxx";  // near to none of them
  nlohmann::json document = nlohmann::json::parse(kInlineScenario);
  document[nlohmann::json::json_pointer(pointer)][unknown] = 1;
  std::set<std::string> keys;
  try {
    read_scenario(document, catalog::Catalog::shipped(), std::nullopt);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) {
      if (issue.where != pointer + "/" + unknown) continue;
      const std::string list = issue.message.substr(issue.message.find("known are"));
      for (std::size_t at = 0; (at = list.find('"', at)) != std::string::npos;) {
        const std::size_t end = list.find('"', at + 1);
        keys.insert(list.substr(at + 1, end - at - 1));
        at = end + 1;
      }
    }
  }
  return keys;
}

std::set<std::string> keys_of(const text::FieldTable& table) {
  std::set<std::string> keys;
  for (const auto part : {table.fields, table.common})
    for (const Field& field : part) keys.emplace(field.key);
  return keys;
}

// Items of the catalogue have readers of their own.
TEST(ScenarioFields, OfItemsAreThoseThatTheirReadersTake) {
  EXPECT_EQ(known_keys("/model"), keys_of(fields::kModel));
  EXPECT_EQ(known_keys("/training/framework"), keys_of(fields::kFramework));
  EXPECT_EQ(known_keys("/cluster/instance"), keys_of(fields::kInstance));
  EXPECT_EQ(known_keys("/cluster/instance/accelerator"), keys_of(fields::kAccelerator));
  EXPECT_EQ(known_keys("/cluster/storage/checkpoint"), keys_of(fields::kStorage));
  EXPECT_EQ(known_keys("/run/failures"), keys_of(fields::kFailures));
  EXPECT_EQ(known_keys("/run/recovery"), keys_of(fields::kRecovery));
}

}  // namespace scenario_schema_test
}  // namespace fmplan::scenario
