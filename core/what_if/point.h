#pragma once

/// @file
/// One scenario of many, answered: what became of it, and its figures.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/answer/condition.h"
#include "core/base/names.h"
#include "core/catalog/catalog.h"
#include "core/plan/verdict.h"
#include "core/programme/duration_table.h"
#include "core/programme/programme_answer.h"

namespace fmplan::what_if {

/// Which command's answer a point has.
enum class AnswerKind { kPlan, kRun, kSearch, kProgramme };
inline constexpr auto kAnswerKindNames = names<AnswerKind>({{"plan", AnswerKind::kPlan},
                                                            {"run", AnswerKind::kRun},
                                                            {"search", AnswerKind::kSearch},
                                                            {"programme", AnswerKind::kProgramme}});

/// How every point is answered.
struct PointSettings {
  AnswerKind answer = AnswerKind::kPlan;
  std::int64_t trials = 1000;  ///< of AnswerKind::kRun and kProgramme
  std::uint64_t seed = 1;
  /// Of programmes: what is known of their runs, which all points share.
  std::shared_ptr<programme::DurationMemo> known = std::make_shared<programme::DurationMemo>();
};

/// A scenario, or a programme, as a document, and where the files that it names lie.
struct AskedScenario {
  std::string name;  ///< of its file; empty: it has none
  nlohmann::json document;
  std::optional<std::filesystem::path> folder;  ///< none: it may name no files
};

/// A figure of a point.
struct PointFigure {
  answer::FigureValue value;
  std::optional<Range> interval_80{};
};

/// What became of a point.
struct PointAnswer {
  plan::Verdict verdict = plan::Verdict::kRefused;
  std::string reason{};  ///< why it is not ok, with what would do instead where that is known; empty if it is
  std::string note{};    ///< what was planned instead of what was asked: nodes that train, batches
  std::vector<plan::NoticeKind> warnings{};  ///< that its figures come with, each once
  std::vector<PointFigure> figures{};        ///< as asked for; all unknown of one that was refused
  std::vector<answer::Truth> conditions{};   ///< as asked for
};

/// Why a price cannot be paid, in a sentence.  @pre plan::voids_price(warning)
std::string_view not_sold_text(plan::NoticeKind warning);

/// The figures that points have; a path of the scenario is one too.
answer::FigureSet point_figures(AnswerKind answer, const std::vector<std::string>& paths);

/// Answers `asked` with `values` set at `paths`: its `figures` and whether the `conditions` hold.  A scenario that
/// breaks rules is an answer too, "refused".
PointAnswer answer_point(const AskedScenario& asked, const std::vector<std::string>& paths,
                         const std::vector<std::string>& values, const PointSettings& settings,
                         const std::vector<answer::Figure>& figures, const std::vector<answer::Condition>& conditions,
                         const catalog::Catalog& catalog);

/// A programme as points answer it: without proof and remedies.
programme::ProgrammeAnswer programme_answer(const scenario::Programme& programme, const nlohmann::json& document,
                                            const PointSettings& settings, const catalog::Catalog& catalog);

/// `asked.document` with the values set; items of a programme's lists are meant by name or number.
nlohmann::json document_of(const AskedScenario& asked, const std::vector<std::string>& paths,
                           const std::vector<std::string>& values, const catalog::Catalog& catalog);

/// Replaces the values of "PATH=VALUE" each, as document_of() does.  @throws InputError
void set_values(AskedScenario& asked, const std::vector<std::string>& assignments, const catalog::Catalog& catalog);

/// The answer that a scenario or a programme has where none is named.
AnswerKind usual_answer(const AskedScenario& asked);

}  // namespace fmplan::what_if
