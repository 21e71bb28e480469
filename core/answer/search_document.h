#pragma once

#include <optional>
#include <string>

#include "core/answer/condition.h"
#include "core/answer/document.h"
#include "core/plan/search_report.h"

namespace fmplan::answer {

/// "t4 p8 v12 c2 d8 b3 z1 sp selective": a plan in few letters; what is at its default is left out.
std::string plan_code(const model::ParallelPlan& plan);

/// `"parallel": {"tensor": 4, …}` as a scenario takes it, switches at their defaults left out.
std::string parallel_snippet(const model::ParallelPlan& plan);

/// The tables of an answer; the JSON is core/answer/search_json.h's.
Document search_document(const plan::SearchReport& report, const plan::Scenario& scenario,
                         const plan::SearchQuestion& question);

/// Adds the scenario's own plan beside the best one found, where it has one that can run.
void add_stated_plan(Document& document, const plan::SearchReport& report, const plan::Scenario& scenario,
                     const plan::Phase& phase, const plan::SearchQuestion& question);

/// The figures of one plan of `fmplan search`: of its steps alone, without failures, checkpoints and spares.
const FigureSet& search_figures();
FigureValues search_values(const plan::Scenario& scenario, const plan::PlanReport& plan);

}  // namespace fmplan::answer
