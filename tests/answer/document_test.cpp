#include "core/answer/document.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/text/terminal_text.h"

namespace fmplan::answer {
namespace document_test {

using testing::HasSubstr;
using testing::Not;

Document one_table(Table table) {
  Document document;
  document.tables.push_back(std::move(table));
  return document;
}

Table memory_table() {
  return {.title = "Memory",
          .header = {"cause", "bytes"},
          .align = {Align::kLeft, Align::kRight},
          .rows = {{"parameters", "17.6 GB"}, {"gradients", "9 GB"}},
          .notes = {"worst stage: 0"}};
}

TEST(RenderTable, AlignsColumnsUnderAThinRule) {
  EXPECT_EQ(render(one_table(memory_table()), Format::kTable, false, 80),
            "Memory\n"
            "cause         bytes\n"
            "───────────────────\n"
            "parameters  17.6 GB\n"
            "gradients      9 GB\n"
            "worst stage: 0\n");
}

TEST(RenderTable, AlignsByDisplayWidth) {
  const Table table{.title = "",
                    .header = {},
                    .align = {Align::kLeft, Align::kRight},
                    .rows = {{"基盤", "1 µs"}, {"abcd", "10 µs"}},
                    .notes = {}};
  EXPECT_EQ(render(one_table(table), Format::kTable, false, 80),
            "───────────\n"
            "基盤   1 µs\n"
            "abcd  10 µs\n");
}

TEST(RenderTable, WrapsTextButNeverNumbers) {
  const Table table{.title = "",
                    .header = {},
                    .align = {Align::kRight, Align::kLeft},
                    .rows = {{"1234567890", "a sentence that is too long for it"}},
                    .notes = {}};
  // 30 columns less the number's 10 and a gap of 2 leave 18 for the text.
  EXPECT_EQ(render(one_table(table), Format::kTable, false, 30),
            "──────────────────────────────\n"
            "1234567890  a sentence that is\n"
            "            too long for it\n");
}

TEST(RenderTable, NoLineIsWiderThanAskedWhereTextCanGive) {
  Table table = memory_table();
  for (int i = 0; i < 3; ++i) table.rows.push_back({std::string(60, 'x') + " and more text behind it", "1 GB"});
  table.notes = {"a note of many words that would not fit on one line of this narrow terminal at all"};
  for (const int width : {30, 40, 57}) {
    const std::string text = render(one_table(table), Format::kTable, false, width);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      EXPECT_LE(text::display_width(text.substr(at, end - at)), width) << text;
      at = end + 1;
    }
  }
}

// Of 40 columns the path takes 20 and the gap 2; the other 18 hold "an answer of many".
TEST(RenderTable, CutsNoWordWhereOtherTextCanWrap) {
  const Table table{.title = "",
                    .header = {},
                    .align = {},
                    .rows = {{"/training/mfu_choice", "an answer of many short words"}},
                    .notes = {}};
  EXPECT_EQ(render(one_table(table), Format::kTable, false, 40),
            "────────────────────────────────────────\n"
            "/training/mfu_choice  an answer of many\n"
            "                      short words\n");
}

TEST(RenderTable, KeepsAnAddressInTheLastColumnWhole) {
  const std::string address = "https://example.org/" + std::string(80, 'p');
  const Table table{.title = "", .header = {}, .align = {}, .rows = {{"source", address}}, .notes = {}};
  EXPECT_THAT(render(one_table(table), Format::kTable, false, 40), HasSubstr(address));
}

TEST(RenderTable, RowsMayBeShorterThanTheHeader) {
  Table table = memory_table();
  table.rows = {{"parameters"}, {}};
  EXPECT_THAT(render(one_table(table), Format::kTable, false, 80), HasSubstr("parameters\n\n"));
}

TEST(RenderTable, ColorsOnlyWhenAsked) {
  Document document = one_table(memory_table());
  document.warnings = {"mind this"};
  EXPECT_THAT(render(document, Format::kTable, false, 80), Not(HasSubstr("\x1b")));
  const std::string colored = render(document, Format::kTable, true, 80);
  EXPECT_THAT(colored, HasSubstr("\x1b[1mMemory\x1b[0m"));
  EXPECT_THAT(colored, HasSubstr("\x1b[33mwarning: mind this\x1b[0m"));
}

TEST(RenderTable, SeparatesHeadlineTablesAndWarnings) {
  Document document;
  document.headline = "Headline";
  document.tables = {Table{.title = "A", .header = {}, .align = {}, .rows = {{"1"}}, .notes = {}},
                     Table{.title = "B", .header = {}, .align = {}, .rows = {{"2"}}, .notes = {}}};
  document.warnings = {"w"};
  EXPECT_EQ(render(document, Format::kTable, false, 80), "Headline\n\nA\n─\n1\n\nB\n─\n2\n\nwarning: w\n");
}

TEST(RenderCsv, IsTheTableAskedForElseTheDocumentsOwn) {
  Document document;
  document.json = {{"days", 92.5}, {"laws", text::Json::array({text::Json{{"name", "kaplan"}}})}};
  EXPECT_EQ(render(document, Format::kCsv, true, 80), "days\r\n92.5\r\n");
  EXPECT_EQ(render(document, Format::kCsv, true, 80, "laws"), "name\r\nkaplan\r\n");
  document.csv_table = "laws";
  EXPECT_EQ(render(document, Format::kCsv, true, 80), "name\r\nkaplan\r\n");
  EXPECT_EQ(render(document, Format::kCsv, true, 80, "answer"), "days\r\n92.5\r\n");
}

TEST(RenderCsv, NamesTheTablesThatThereAre) {
  Document document;
  document.json = {{"laws", text::Json::array({text::Json{{"name", "kaplan"}}})}};
  try {
    render(document, Format::kCsv, false, 80, "law");
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "--table: this answer has no table \"law\", but answer, laws; did you mean \"laws\"?");
  }
}

TEST(RenderMarkdown, EscapesBarsAndAlignsNumbers) {
  const Table table{.title = "T",
                    .header = {"a|b", "n"},
                    .align = {Align::kLeft, Align::kRight},
                    .rows = {{"x\ny", "1"}},
                    .notes = {"note"}};
  EXPECT_EQ(render(one_table(table), Format::kMarkdown, false, 80),
            "### T\n\n| a\\|b | n |\n| --- | ---: |\n| x<br>y | 1 |\n\nnote\n");
}

TEST(RenderJson, KeepsTheOrderOfKeysAndReplacesInvalidBytes) {
  Document document;
  document.json = {{"zeta", 1}, {"alpha", "bad \xFF byte"}};
  EXPECT_EQ(render(document, Format::kJson, true, 80), "{\n  \"zeta\": 1,\n  \"alpha\": \"bad \uFFFD byte\"\n}\n");
}

TEST(Render, EveryFormatEndsWithANewlineEvenWhenEmpty) {
  for (const Format format : {Format::kTable, Format::kJson, Format::kCsv, Format::kMarkdown})
    EXPECT_TRUE(render(Document{}, format, false, 80).ends_with("\n"));
}

}  // namespace document_test
}  // namespace fmplan::answer
