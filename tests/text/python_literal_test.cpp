#include "core/text/python_literal.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/base/random.h"
#include "core/text/json_text.h"

namespace fmplan::text {
namespace python_literal_test {

using nlohmann::json;
using testing::HasSubstr;

TEST(PythonLiteral, IsTheJsonOfTheSameContent) {
  const std::pair<const char*, const char*> cases[] = {
      {"{}", "{}"},
      {"[]", "[]"},
      {"[1, 2,]", "[1, 2]"},
      {"  {'a': 1 , 'b': [True, False, None]}\n", R"({"a": 1, "b": [true, false, null]})"},
      {R"({'Gpus': [{'Name': 'H100', 'Count': 8, 'GpuPartitionSize': 1.0}], 'TotalGpuMemoryInMiB': 655360})",
       R"({"Gpus": [{"Name": "H100", "Count": 8, "GpuPartitionSize": 1.0}], "TotalGpuMemoryInMiB": 655360})"},
      {R"("it's")", R"("it's")"},
      {R"('\x41\'\\\n')", R"("A'\\\n")"},
      {"[-1.5e-3, .5, 2., -0]", "[-0.0015, 0.5, 2.0, 0]"},
      {"'日本'", R"("日本")"}};
  for (const auto& [literal, expected] : cases)
    EXPECT_EQ(parse_python_literal(literal), json::parse(expected)) << literal;
}

std::string complaint(const std::string& literal) {
  try {
    parse_python_literal(literal);
  } catch (const InputError& error) {
    return error.issues()[0].where + ": " + error.issues()[0].message;
  }
  return "";
}

TEST(PythonLiteral, RefusesWhatItDoesNotRead) {
  const std::pair<std::string, const char*> cases[] = {
      {"", "character 1: a dictionary"},
      {"{", "character 2: a key in quotes or } was expected, and the text ends"},
      {"{'a'}", "character 5: : was expected"},
      {"{'a': }", "character 7: a dictionary"},
      {"{'a': 1 'b': 2}", "character 9: , or } was expected"},
      {"{1: 2}", "character 2: a key in quotes"},
      {"{'a': 1, 'a': 2}", "character 10: a key that does not stand before"},
      {"[1 2]", "character 4: , or ] was expected"},
      {"[,]", "character 2: a dictionary"},
      {"(1, 2)", "character 1: a dictionary"},
      {"'a", "character 3: the quote at the text's end was expected, and the text ends"},
      {"'a\nb'", "character 3: the quote"},
      {R"('\q')", "character 3: one of"},
      {R"('\xff')", "character 3: one of"},
      {R"('\x4)", "character 3: one of"},
      {"'\\", "character 3: one of"},
      {"007", "character 1: a decimal number"},
      {"1e999", "character 1: a decimal number"},
      {"-", "character 1: a decimal number"},
      {"1.2.3", "character 1: a decimal number"},
      {"99999999999999999999", "character 1: a decimal number"},
      {"nan", "character 1: a dictionary"},
      {"__import__('os')", "character 1: a dictionary"},
      {"{} {}", "character 4: the end was expected"},
      {"b'x'", "character 1: a dictionary"},
      {std::string("'a\0b'", 5), "character 3: the quote"}};
  for (const auto& [literal, expected] : cases) EXPECT_THAT(complaint(literal), HasSubstr(expected)) << literal;
}

TEST(PythonLiteral, IsNoDeeperThanADocumentMayBe) {
  const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_EQ(complaint(nested(kMaxDocumentDepth)), "");
  EXPECT_THAT(complaint(nested(kMaxDocumentDepth + 2)), HasSubstr("no more than 64 brackets"));
  EXPECT_THAT(complaint(std::string(1'000'000, '[')), HasSubstr("no more than 64 brackets"));
}

// Whatever the bytes, it answers or complains: cuts and changed bytes of a real one.
TEST(PythonLiteral, ComplainsOfHostileTextAndDoesNotFall) {
  const std::string real = R"({'Gpus': [{'Name': 'H100\'', 'Count': 8.0, 'Workloads': ['ml-ai']}], 'Total': None})";
  EXPECT_EQ(complaint(real), "");
  for (std::size_t size = 0; size < real.size(); ++size) EXPECT_NE(complaint(real.substr(0, size)), "") << size;
  RandomStream random({.seed = 1});
  for (int i = 0; i < 20'000; ++i) {
    std::string changed = real;
    for (int k = 0; k < 3; ++k)
      changed[static_cast<std::size_t>(random.uniform() * static_cast<double>(changed.size()))] =
          static_cast<char>(static_cast<int>(random.uniform() * 256));
    complaint(changed);
  }
}

}  // namespace python_literal_test
}  // namespace fmplan::text
