#pragma once

#include <string>

#include "core/picture/gantt.h"

namespace fmplan::picture {

/// A hundred days of three projects of two organisations: one on time, one at risk, one without a place.
inline Gantt pictured_gantt() {
  return {.title = "A <programme> & \"more\"",
          .start = *parse_date("2025-03-20"),
          .num_days = 100,
          .rows = {{.group = "組織 1",
                    .label = "大規模言語モデル",
                    .bars = {{.from_day = 0, .until_day = 10, .kind = GanttKind::kData, .nodes = 1},
                             {.from_day = 10, .until_day = 50, .kind = GanttKind::kTraining, .nodes = 16},
                             {.from_day = 50,
                              .until_day = 60,
                              .kind = GanttKind::kEvaluation,
                              .finish_days = Range{55, 75},
                              .finish_p50 = 61}},
                    .deadline_day = 80,
                    .on_time = 0.93},
                   {.group = "team <b>",
                    .label = "405B",
                    .bars = {{.from_day = 20, .until_day = 90, .kind = GanttKind::kExperiments, .nodes = 8}},
                    .deadline_day = 85,
                    .on_time = 0.41,
                    .at_risk = true,
                    .note = "begin 12 days earlier"},
                   {.group = "組織 1", .label = "second"}},
          .pools = {{.name = "p5-tokyo",
                     .capacity = std::vector<double>(100, 20.0),
                     .used = std::vector<double>(50, 20.0),
                     .utilisation = std::vector<double>(15, 0.5)}},
          .marks = {{.day = 0, .label = "20 × p5", .kind = GanttMarkKind::kDelivery},
                    {.day = 40, .until_day = 44, .label = "power", .kind = GanttMarkKind::kMaintenance},
                    {.day = 99, .kind = GanttMarkKind::kBlockEnd}}};
}

}  // namespace fmplan::picture
