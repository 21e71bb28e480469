#include "gui/model/comparison_answer.h"

#include <cstddef>
#include <exception>
#include <string_view>

#include <QCoreApplication>
#include <QStringList>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/answer/compare_charts.h"
#include "core/answer/compare_document.h"
#include "core/answer/compare_question.h"
#include "core/answer/compare_side.h"
#include "gui/model/place_words.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

struct Comparisons {
  Q_DECLARE_TR_FUNCTIONS(Comparisons)
};

/// A problem of a variant lies in its field, and says where in the document; of the document itself its own place does.
Issue placedInField(const Issue& issue, const std::string& field) {
  if (field.empty()) return issue;
  // Variants are written without the option that the command line has for each value.
  const auto bare = [](std::string text) {
    constexpr std::string_view kOption = "--set ";
    if (const auto at = text.find(kOption); at != std::string::npos) text.erase(at, kOption.size());
    return text;
  };
  return {field, told(problemWords({bare(issue.where), bare(issue.message)}))};
}

/// What is not compared, and where to look.
QString subjectOf(const Issues& issues) {
  QStringList variants;
  for (const Issue& issue : issues) {
    const QString field = shown(issue.where);
    if (!field.startsWith(QStringLiteral("/variant ")))
      return Comparisons::tr("The document itself cannot be compared: what it needs is named below");
    const QString variant = Comparisons::tr("Variant %1").arg(field.section(QLatin1Char(' '), -1));
    if (!variants.contains(variant)) variants.append(variant);
  }
  return Comparisons::tr("%1 cannot be compared: what to write instead stands at the left")
      .arg(variants.join(QStringLiteral(", ")));
}

}  // namespace

std::string variantName(const std::string& variant) {
  return fmt::format("{}", fmt::join(answer::assignments_of(variant), "; "));
}

ToldAnswer compared(const Question& asked, const std::vector<std::string>& variants, const catalog::Catalog& catalog,
                    int threads, const Watch& watch) {
  ToldAnswer result;
  answer::CompareQuestion question{
      .documents = {{asked.document, "the document", asked.folder}}, .sets = {}, .variants = {}};
  std::vector<std::string> fields;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    if (variants[i].empty()) continue;
    question.variants.push_back(variants[i]);
    fields.push_back(fmt::format("/variant {}", i + 1));
  }
  std::vector<answer::Compared> sides;
  try {
    sides = compared_sides(question, catalog, threads, [&](const Issue& issue, const answer::SideOrigin& origin) {
      return placedInField(issue, origin.variant ? fields[*origin.variant] : "");
    });
  } catch (const InputError& error) {
    result.issues = error.issues();
  }
  if (!result.issues.empty()) result.title = subjectOf(result.issues);
  if (result.issues.empty() && sides.size() < 2)
    result.title = Comparisons::tr("Write at the left what a variant changes in the document, for instance %1")
                       .arg(QStringLiteral("cluster.nodes=128"));
  if (!result.title.isEmpty()) return result;
  try {
    result.document = compare_document(sides, catalog, threads, kSeed, watch);
    result.title = spoken(comparison_title(sides));
  } catch (const std::exception& error) {
    result.issues.push_back({"", error.what()});
  }
  return result;
}

}  // namespace fmplan::gui
