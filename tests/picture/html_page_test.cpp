#include "core/picture/html_page.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::picture {
namespace html_page_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Page page() {
  return {.headline = "<script>alert(1)</script>",
          .picture = "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>",
          .tables = {{.title = "A & B",
                      .header = {"what", "how many"},
                      .right_aligned = {false, true},
                      .rows = {{"<img x>", "1"}, {"it's \"this\"", "two\nlines\x1b"}},
                      .notes = {"<note>"}}},
          .warnings = {"<b>careful</b>"},
          .foot = "made & done"};
}

TEST(HtmlPage, EscapesAllText) {
  EXPECT_THAT(html_page(page()), AllOf(HasSubstr("&lt;script&gt;"), Not(HasSubstr("<script")), Not(HasSubstr("<img")),
                                       Not(HasSubstr("<b>")), Not(HasSubstr("<note>")), HasSubstr("A &amp; B"),
                                       HasSubstr("it&#39;s &quot;this&quot;"), HasSubstr("two<br/>lines\uFFFD"),
                                       HasSubstr("made &amp; done")));
}

TEST(HtmlPage, TakesThePictureAsItIsAndAlignsNumbers) {
  EXPECT_THAT(html_page(page()),
              AllOf(HasSubstr(page().picture), HasSubstr("<td class=\"number\">1</td>"), HasSubstr("<th>what</th>")));
}

// The one address is the name of SVG's namespace, which nothing loads.
TEST(HtmlPage, LoadsNothing) {
  std::string text = html_page(page());
  const std::string name = "http://www.w3.org/2000/svg";
  text.erase(text.find(name), name.size());
  for (const char* word : {"http:", "https:", "src=", "href=", "url(", "@import"})
    EXPECT_THAT(text, Not(HasSubstr(word))) << word;
  EXPECT_THAT(text, HasSubstr("default-src 'none'"));
}

}  // namespace html_page_test
}  // namespace fmplan::picture
