#pragma once

#include "core/answer/document.h"
#include "core/answer/report_json.h"
#include "core/plan/report.h"

namespace fmplan::answer {

/// The whole answer: nodes, step time, memory, GPU-hours, days, money.
Document plan_document(const plan::Report& report, const ReportOrigin& origin);
/// The step of every phase, by cause.
Document step_document(const plan::Report& report);
/// The memory of one GPU, by cause; `with_megatron` adds what Megatron-LM's own estimate says of each phase.
Document memory_document(const plan::Report& report, bool with_megatron);

}  // namespace fmplan::answer
