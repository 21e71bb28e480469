#pragma once

#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/answer/report_json.h"
#include "core/plan/report.h"

namespace fmplan::answer {

/// What of a plan's answer is shown as tables; JSON and CSV have all of it.
struct PlanView {
  bool full = false;                    ///< every section
  std::vector<std::string> sections{};  ///< those alone, by name; empty: the summary
};

/// "llama-3-70b on 256 × p5.48xlarge: 114.5 days (P50), ready on 2025-06-23, $72.7M expected"; or why it cannot run,
/// or when it is late.
std::string plan_headline(const plan::Report& report);

/// The whole answer: nodes, step time, memory, GPU-hours, days, money, and what near plans would take.
text::Json plan_json(const plan::Report& report, const ReportOrigin& origin, const plan::Outlook& outlook = {});

/// The same with tables and charts.  @throws InputError for a section that the
/// answer does not have, with those that it has.
Document plan_document(const plan::Report& report, const ReportOrigin& origin, const plan::Outlook& outlook = {},
                       const PlanView& view = {.full = true});
/// The step of every phase, by cause.
Document step_document(const plan::Report& report);
/// The memory of one GPU, by cause; `with_megatron` adds what Megatron-LM's own estimate says of each phase.
Document memory_document(const plan::Report& report, bool with_megatron);

}  // namespace fmplan::answer
