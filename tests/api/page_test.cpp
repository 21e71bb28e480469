// The page of "/" as it is served: what a browser may do with it, and that its files fit together.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "api/page_file.h"
#include "api/service.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan::api {
namespace page_test {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// A service that wants a token, whose jobs lie in a folder of its own.
class ServedPage {
 public:
  ServedPage() {
    std::string name = (std::filesystem::temp_directory_path() / "fmplan-page-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    ServiceOptions options;
    options.job_file = folder_ / "jobs.sqlite";
    options.tokens = {{"portal", "0123456789abcdef"}};
    options.clock = [] { return std::int64_t{1'700'000'000}; };
    service_ = std::make_unique<Service>(options);
  }
  ~ServedPage() {
    EXPECT_TRUE(service_->stop());
    service_.reset();
    std::filesystem::remove_all(folder_);
  }
  ServedPage(const ServedPage&) = delete;
  ServedPage& operator=(const ServedPage&) = delete;

  Response get(const std::string& path, std::vector<Header> headers = {}) {
    return service_->answer({.method = "GET", .path = path, .query = {}, .headers = std::move(headers)});
  }

 private:
  std::filesystem::path folder_;
  std::unique_ptr<Service> service_;
};

std::vector<std::string> headers_of(const Response& response, std::string_view name) {
  std::vector<std::string> values;
  for (const Header& header : response.headers)
    if (header.name == name) values.push_back(header.value);
  return values;
}

std::string path_of(const PageFile& file) { return file.name == kStartPage ? "/" : "/page/" + std::string(file.name); }

/// What the first group of `pattern` finds, in any of the files whose name ends so.
std::set<std::string> found_in_files(std::string_view ending, const std::string& pattern) {
  std::set<std::string> found;
  const std::regex wanted(pattern);
  for (const PageFile& file : page_files()) {
    if (!file.name.ends_with(ending)) continue;
    const std::string text(file.text);
    for (std::sregex_iterator match(text.begin(), text.end(), wanted), end; match != end; ++match)
      found.insert((*match)[1].str());
  }
  return found;
}

TEST(Page, IsTheFilesOfTheTree) {
  const std::filesystem::path folder = std::filesystem::path(source_dir()) / "api/page";
  std::set<std::string> served, there;
  for (const PageFile& file : page_files()) {
    served.emplace(file.name);
    EXPECT_EQ(file.text, text::read_text_file(folder / file.name)) << file.name;
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder)) there.insert(entry.path().filename().string());
  EXPECT_EQ(served, there);
  EXPECT_THAT(served, Contains(std::string(kStartPage)));
}

TEST(Page, IsShownToWhoHasNoToken) {
  ServedPage page;
  for (const PageFile& file : page_files()) {
    const Response response = page.get(path_of(file));
    EXPECT_EQ(response.status, 200) << file.name;
    EXPECT_EQ(response.body, file.text) << file.name;
  }
  EXPECT_EQ(page.get("/v1/scenarios").status, 401);
}

TEST(Page, SaysWhatEachFileIs) {
  ServedPage page;
  EXPECT_EQ(page.get("/").content_type, "text/html; charset=utf-8");
  EXPECT_EQ(page.get("/page/page.css").content_type, "text/css; charset=utf-8");
  EXPECT_EQ(page.get("/page/page.js").content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(page.get("/page/icon.svg").content_type, "image/svg+xml");
  for (const PageFile& file : page_files())
    EXPECT_EQ(headers_of(page.get(path_of(file)), "X-Content-Type-Options"), std::vector<std::string>{"nosniff"});
}

// One policy alone: of two a browser keeps to both, and the interface's own forbids every script.
TEST(Page, MayRunItsOwnFilesAndNothingElse) {
  ServedPage page;
  const std::vector<std::string> wanted = {
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
      "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"};
  for (const PageFile& file : page_files())
    EXPECT_EQ(headers_of(page.get(path_of(file)), "Content-Security-Policy"), wanted) << file.name;
  EXPECT_EQ(headers_of(page.get("/healthz"), "Content-Security-Policy"),
            std::vector<std::string>{"default-src 'none'; frame-ancestors 'none'"});
}

TEST(Page, IsSentOnceToWhoKeepsIt) {
  ServedPage page;
  const std::vector<std::string> tags = headers_of(page.get("/"), "ETag");
  ASSERT_EQ(tags.size(), 1u);
  const Response again = page.get("/", {{"if-none-match", tags.front()}});
  EXPECT_EQ(again.status, 304);
  EXPECT_TRUE(again.body.empty());
}

TEST(Page, TellsTheNearestOfAFileThatThereIsNot) {
  ServedPage page;
  const std::vector<Header> token = {{"authorization", "Bearer 0123456789abcdef"}};
  const Response response = page.get("/page/pages.css", token);
  EXPECT_EQ(response.status, 404);
  EXPECT_THAT(response.body, HasSubstr("/page/page.css"));
  EXPECT_EQ(page.get("/page/../service.cpp", token).status, 404);
}

// The name of a drawing's kind looks like an address, but nothing is fetched from it.
TEST(Page, NamesNoOtherHost) {
  const std::string drawing = "http://www.w3.org/2000/svg";
  const std::regex address(R"(([a-z]+:)?//[a-z0-9])", std::regex::icase);
  for (const PageFile& file : page_files()) {
    std::string text(file.text);
    for (std::size_t at = text.find(drawing); at != std::string::npos; at = text.find(drawing, at))
      text.erase(at, drawing.size());
    std::smatch found;
    EXPECT_FALSE(std::regex_search(text, found, address)) << file.name << ": " << found.str();
  }
}

TEST(Page, HasNoScriptOrStyleInItsMarkup) {
  for (const PageFile& file : page_files()) {
    if (!file.name.ends_with(".html") && !file.name.ends_with(".svg")) continue;
    const std::string text(file.text);
    EXPECT_FALSE(
        std::regex_search(text, std::regex(R"(<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=|javascript:)")))
        << file.name;
  }
  // Nor does the script make any, which the policy would not let through.
  EXPECT_THAT(found_in_files(".js", R"((innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\())"),
              testing::IsEmpty());
}

TEST(Page, HasEveryPartThatItsScriptLooksFor) {
  const std::set<std::string> looked_for = found_in_files(".js", R"re([^a-zA-Z.]at\("([^"]+)"\))re");
  EXPECT_GE(looked_for.size(), 30u);
  const std::set<std::string> there = found_in_files(".html", R"re(\sid="([^"]+)")re");
  for (const std::string& id : looked_for) EXPECT_THAT(there, Contains(id));
}

TEST(Page, LabelsAndDescribesWhatIsThere) {
  const std::set<std::string> ids = found_in_files(".html", R"re(\sid="([^"]+)")re");
  const std::set<std::string> labelled = found_in_files(".html", R"re(<label for="([^"]+)")re");
  for (const std::string& id : labelled) EXPECT_THAT(ids, Contains(id));
  for (const std::string& id : found_in_files(".html", R"re(<(?:input|select) id="([^"]+)")re"))
    EXPECT_THAT(labelled, Contains(id));
  for (const std::string& names : found_in_files(".html", R"re(aria-(?:describedby|labelledby)="([^"]+)")re"))
    for (std::size_t begin = 0; begin < names.size();) {
      const std::size_t end = std::min(names.find(' ', begin), names.size());
      EXPECT_THAT(ids, Contains(names.substr(begin, end - begin)));
      begin = end + 1;
    }
  // Each field that can be wrong has a place where that is said.
  for (const std::string& id : found_in_files(".html", R"re( id="([^"]+)"[^>]* data-path=)re"))
    EXPECT_THAT(ids, Contains(id + "-problem"));
}

TEST(Page, LoadsFilesThatAreServed) {
  ServedPage page;
  std::set<std::string> paths = found_in_files(".js", R"re(from\s+"([^"]+)")re");
  paths.merge(found_in_files(".html", R"re((?:src|href)="(/[^"]*)")re"));
  EXPECT_THAT(paths, Contains("/page/words.js"));
  for (const std::string& path : paths) EXPECT_EQ(page.get(path).status, 200) << path;
}

// Each name that a file takes from another is one that the other gives.
TEST(Page, ImportsWhatIsExported) {
  const std::regex import_line(R"(import \{([^}]*)\}\s*from\s+"/page/([a-z_]+\.js)\")");
  int num_names = 0;
  for (const PageFile& file : page_files()) {
    const std::string text(file.text);
    for (std::sregex_iterator match(text.begin(), text.end(), import_line), end; match != end; ++match) {
      const std::string exporter = (*match)[2].str(), names = (*match)[1].str();
      std::string exported;
      for (const PageFile& other : page_files())
        if (other.name == exporter) exported = other.text;
      const std::regex word(R"([A-Za-z]+)");
      for (std::sregex_iterator name(names.begin(), names.end(), word); name != std::sregex_iterator(); ++name) {
        ++num_names;
        const std::regex wanted("export (async )?(function|class|const) " + name->str() + "[^A-Za-z]");
        EXPECT_TRUE(std::regex_search(exported, wanted)) << file.name << " wants " << name->str() << " of " << exporter;
      }
    }
  }
  EXPECT_GE(num_names, 20);
}

}  // namespace page_test
}  // namespace fmplan::api
