#pragma once

#include <map>
#include <string>

#include "core/base/job.h"
#include "core/catalog/catalog.h"
#include "gui/model/answer_engine.h"
#include "gui/model/told_answer.h"

namespace fmplan::gui {

/// Fields of a question of many points, by what they are called: "set 1" and "set 2" (PATH=LIST), "where", "columns",
/// "vary 1" and "vary 2", "until", "minimize", "maximize".
using SweepFields = std::map<std::string, std::string>;

/// What `fmplan sweep FILE --set …` answers, with its picture; nothing where no list is given.  Stopped, it has the
/// points that were answered.
ToldAnswer swept(const Question& question, const SweepFields& fields, const catalog::Catalog& catalog, int threads,
                 const Watch& watch);

/// What `fmplan solve FILE --vary … --until …` answers; nothing where no bound is given.
ToldAnswer solved(const Question& question, const SweepFields& fields, const catalog::Catalog& catalog, int threads,
                  const Watch& watch);

}  // namespace fmplan::gui
