#pragma once

#include <string>

#include "core/plan/run_study.h"

namespace fmplan::picture {

struct PictureStyle {
  int width = 100;
  bool color = false;
  bool blocks = true;  ///< block characters; else ASCII alone
};

/// A simulated run on a terminal: the histogram of its days with P10, P50 and P90 below it, and the way from wall-clock
/// down to productive time as bars.  Ends with a newline.  @pre a trial of the study came to its end
std::string run_picture(const plan::RunStudy& study, const PictureStyle& style);

/// True if the environment's locale (LC_ALL, LC_CTYPE, LANG, in this order) names UTF-8, or none is set.
bool shows_blocks();

}  // namespace fmplan::picture
