#include "gui/model/sweep_answer.h"

#include <string_view>
#include <utility>
#include <vector>

#include "core/what_if/solve_document.h"
#include "core/what_if/solve_question.h"
#include "core/what_if/sweep_document.h"
#include "core/what_if/sweep_picture.h"
#include "core/what_if/sweep_question.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

/// Points of one picture and one table, at most (chosen: beyond, `fmplan sweep` writes files).
constexpr std::int64_t kMostPoints = 20'000;

std::vector<std::string> textsOf(const SweepFields& fields, std::initializer_list<const char*> names) {
  std::vector<std::string> texts;
  for (const char* name : names)
    if (std::string text = typedText(fields, name); !text.empty()) texts.push_back(std::move(text));
  return texts;
}

/// Problems of options belong to the fields that these were typed into: of two lists to the one that is named.
ToldAnswer placedInFields(ToldAnswer told, const SweepFields& fields) {
  for (Issue& issue : told.issues) {
    constexpr std::string_view kOption = "/--";
    if (!issue.where.starts_with(kOption)) continue;
    std::string name = issue.where.substr(kOption.size(), issue.where.find(' ') - kOption.size());
    if (name == "set" || name == "vary") {
      const std::string second = typedText(fields, (name + " 2").c_str());
      const std::string path = second.substr(0, second.find('='));
      const bool names_second = !path.empty() && (issue.where + issue.message).find(path) != std::string::npos;
      name += names_second ? " 2" : " 1";
    }
    issue.where = "/" + name;
  }
  return told;
}

what_if::AskedScenario asked(const Question& question) {
  return {.name = question.document.value("name", std::string("document")),
          .document = question.document,
          .folder = question.folder};
}

}  // namespace

ToldAnswer swept(const Question& question, const SweepFields& fields, const catalog::Catalog& catalog, int threads,
                 const Watch& watch) {
  ToldAnswer answer = toldBy([&](ToldAnswer& told) {
    what_if::SweepOptions options{.sets = textsOf(fields, {"set 1", "set 2"})};
    if (options.sets.empty()) return;
    options.where = typedText(fields, "where");
    options.columns = typedText(fields, "columns");
    options.scenarios = {asked(question)};
    const what_if::SweepQuestion sweep = sweep_question(options, catalog);
    const what_if::SweepHead head = head_of(sweep, catalog);
    if (head.num_points > kMostPoints)
      throw InputError("set 1", "makes " + std::to_string(head.num_points) +
                                    " points with the others, of 20,000 at most here; "
                                    "take fewer values, or answer them with: fmplan sweep");
    std::vector<what_if::SweepRow> rows;
    what_if::SweepCounts counts;
    const what_if::SweptPoints swept =
        what_if::sweep(sweep, catalog, 0, head.num_points, threads, watch, [&](const what_if::SweepRow& row) {
          counts.add(row);
          rows.push_back(row);
        });
    counts.looked_at = swept.looked_at;
    counts.undecided = swept.undecided;
    counts.left_out = counts.looked_at - static_cast<std::int64_t>(rows.size());
    told.title = spoken(counts_text(head, counts));
    if (!rows.empty())
      told.pictures.push_back(
          {.title = {}, .svg = sweep_svg(head, rows, drawn_figures(head, !has_usual_columns(head)))});
    told.document = sweep_document(head, rows, counts, 0);
    told.document.headline.clear();
  });
  return placedInFields(std::move(answer), fields);
}

ToldAnswer solved(const Question& question, const SweepFields& fields, const catalog::Catalog& catalog, int threads,
                  const Watch& watch) {
  ToldAnswer answer = toldBy([&](ToldAnswer& told) {
    what_if::SolveOptions options{.file = {}, .vary = textsOf(fields, {"vary 1", "vary 2"})};
    options.until = typedText(fields, "until");
    if (options.until.empty() && options.vary.empty()) return;
    options.minimize = typedText(fields, "minimize");
    options.maximize = typedText(fields, "maximize");
    options.scenario = asked(question);
    // The window's document may differ from its file, if it has one: no command answers the same.
    options.scenario->name.clear();
    const what_if::SolveQuestion solve = solve_question(options, catalog);
    told.document = solve_document(solve, what_if::solve(solve, catalog, threads, watch), catalog);
    told.title = spoken(told.document.headline);
  });
  return placedInFields(std::move(answer), fields);
}

}  // namespace fmplan::gui
