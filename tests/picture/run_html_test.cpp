#include "core/picture/run_html.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::picture {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

RunPage page() {
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

TEST(RunHtml, EscapesAllText) {
  EXPECT_THAT(run_html(page()), AllOf(HasSubstr("&lt;script&gt;"), Not(HasSubstr("<script")), Not(HasSubstr("<img")),
                                      Not(HasSubstr("<b>")), Not(HasSubstr("<note>")), HasSubstr("A &amp; B"),
                                      HasSubstr("it&#39;s &quot;this&quot;"), HasSubstr("two<br>lines\uFFFD"),
                                      HasSubstr("made &amp; done")));
}

TEST(RunHtml, TakesThePictureAsItIsAndAlignsNumbers) {
  EXPECT_THAT(run_html(page()),
              AllOf(HasSubstr(page().picture), HasSubstr("<td class=\"number\">1</td>"), HasSubstr("<th>what</th>")));
}

// The one address is the name of SVG's namespace, which nothing loads.
TEST(RunHtml, LoadsNothing) {
  std::string text = run_html(page());
  const std::string name = "http://www.w3.org/2000/svg";
  text.erase(text.find(name), name.size());
  for (const char* word : {"http:", "https:", "src=", "href=", "url(", "@import"})
    EXPECT_THAT(text, Not(HasSubstr(word))) << word;
  EXPECT_THAT(text, HasSubstr("default-src 'none'"));
}

}  // namespace
}  // namespace fmplan::picture
