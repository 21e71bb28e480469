#include "gui/model/answer_files.h"

#include <utility>

#include <QCoreApplication>

#include "core/export/answer_workbook.h"
#include "core/export/export_kind.h"
#include "core/picture/gantt_svg.h"
#include "core/programme/programme_page.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

struct AnswerFiles {
  Q_DECLARE_TR_FUNCTIONS(AnswerFiles)
};

std::string bytesOf(exports::ExportedFile file, QStringList& warnings) {
  for (const std::string& warning : file.warnings) warnings.append(spoken(warning));
  return std::move(file.text);
}

/// As the command line's -o writes it.
AnswerFile rendering(const QString& title, const char* ending, std::function<std::string()> make) {
  return {title, QString::fromLatin1(ending), [make = std::move(make)](QStringList&) { return make(); }};
}

std::string rendered(const answer::Document& document, answer::Format format) {
  constexpr int kWidth = 100;  // columns, of forms that have none
  return render(document, format, false, kWidth);
}

}  // namespace

std::vector<AnswerFile> filesOf(const ProgrammeResultPtr& result, const catalog::Catalog& catalog) {
  std::vector<AnswerFile> files;
  for (const exports::ExportKind& kind : exports::export_kinds())
    files.push_back({spoken(kind.description), shown(kind.ending), [result, &catalog, &kind](QStringList& warnings) {
                       return bytesOf(kind.make(result->answer, catalog, {}), warnings);
                     }});
  files.push_back(rendering(AnswerFiles::tr("Page for a browser"), ".html",
                            [result] { return programme::programme_page(result->answer); }));
  files.push_back(
      rendering(AnswerFiles::tr("Schedule as a picture"), ".svg", [result] { return gantt_svg(result->gantt); }));
  files.push_back(rendering(AnswerFiles::tr("The whole answer"), ".json",
                            [result] { return rendered(result->document, answer::Format::kJson); }));
  return files;
}

std::vector<AnswerFile> filesOf(const PlanAnswerPtr& answer) {
  return {{AnswerFiles::tr("Workbook with formulas"), QStringLiteral(".xlsx"),
           [answer](QStringList& warnings) {
             return bytesOf(
                 exports::answer_xlsx(nlohmann::json::parse(rendered(answer->document, answer::Format::kJson)), ""),
                 warnings);
           }},
          rendering(AnswerFiles::tr("Page for a browser"), ".html",
                    [answer] { return rendered(answer->document, answer::Format::kHtml); }),
          rendering(AnswerFiles::tr("Table"), ".csv",
                    [answer] { return rendered(answer->document, answer::Format::kCsv); }),
          rendering(AnswerFiles::tr("The whole answer"), ".json",
                    [answer] { return rendered(answer->document, answer::Format::kJson); })};
}

}  // namespace fmplan::gui
