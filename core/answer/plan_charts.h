#pragma once

#include <string>
#include <vector>

#include "core/picture/bar_chart.h"
#include "core/plan/outlook.h"

namespace fmplan::answer {

/// A plan as charts: step time and memory by cause, money by month and by what it is paid for, days and money on other
/// numbers of nodes, what decides most; those of which something is known.  Their texts are those of the tables.
std::vector<picture::BarChart> plan_charts(const plan::Report& report, const plan::Outlook& outlook);

/// "80 %: 87.5 – 153.5 days, $53.4M – $93.7M"; empty where the run does not end.
std::string interval_line(const plan::Report& report);

}  // namespace fmplan::answer
