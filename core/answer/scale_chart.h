#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/answer/document.h"
#include "core/answer/scale_question.h"
#include "core/model/scaling_law.h"
#include "core/picture/loss_map.h"
#include "core/plan/report.h"

namespace fmplan::answer {

/// A training that is shown beside the answer.
struct ScaleMark {
  std::string name;
  double parameters = 0;
  double tokens = 0;
};

/// Parameters of a plan's model, on the tokens of all its phases; none without a plan.
std::optional<ScaleMark> plan_mark(const plan::Report& report);

/// What a law says around an answer, as it is drawn and as numbers.
struct ScaleChart {
  picture::LossMap map;
  Table optima;  ///< the line of the best division, and the answer's own compute among its points
};

/// Of the law that the answer's batch sizes are told for (reference_row()): the best division of compute; compute at
/// powers of ten, each with the curve of the loss that its best division has; the answer, the best division of the
/// answer's compute, and `marks`.  A mark within a percent of what was asked is that.  NoAnswer where no law answers,
/// or the one that does says nothing of both.  @pre problems(question).empty().
std::variant<ScaleChart, model::NoAnswer> scale_chart(const ScaleQuestion& question,
                                                      const std::vector<ScaleMark>& marks = {});

/// scale_document() as a page (picture/html_page.h), with its picture and table where there is one.
std::string scale_page(const ScaleQuestion& question);

}  // namespace fmplan::answer
