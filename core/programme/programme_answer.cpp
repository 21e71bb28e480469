#include "core/programme/programme_answer.h"

#include <algorithm>

namespace fmplan::programme {
namespace {

/// Of the remedies: a chance of 90 % to 2 %.
constexpr std::int64_t kRemedyTrials = 200;

}  // namespace

ProgrammeAnswer answer_programme(const ProgrammeQuestion& question, const catalog::Catalog& catalog,
                                 const StudyOptions& options, bool with_remedies, const Watch& watch,
                                 const StageTold& stage) {
  const auto tell = [&stage](const char* what) {
    if (stage) stage(what);
  };
  ProgrammeAnswer answer{.asked = question.asked.document,
                         .catalog_version = catalog.version(),
                         .trials = options.trials,
                         .seed = options.seed};
  answer.study = study_programme(question.programme, catalog, options, watch);
  answer.study.warnings.insert(answer.study.warnings.begin(), question.warnings.begin(), question.warnings.end());
  if (with_remedies && !watch.stopped()) {
    tell("looking for remedies");
    StudyOptions again = options;
    again.trials = std::min(options.trials, kRemedyTrials);
    again.prove = false;
    answer.remedies = remedies(question.asked, answer.study, catalog, again, watch);
    answer.looked_for_remedies = !watch.stopped();
    tell("what a node more is worth");
    answer.worth = worth_of_nodes(answer.study, options, watch);
  }
  answer.blocks = blocks_to_buy(question.programme, catalog);
  return answer;
}

}  // namespace fmplan::programme
