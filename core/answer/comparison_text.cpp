#include "core/answer/comparison_text.h"

#include <cmath>

#include <fmt/format.h>

namespace fmplan::answer {
namespace {

double percent_more(double ratio) { return 100 * (ratio - 1); }

}  // namespace

std::string comparison_text(const std::string& name, const plan::StepComparison& comparison) {
  const double more = percent_more(comparison.speed);
  const double low = percent_more(comparison.speed * comparison.interval.low_80);
  const double high = percent_more(comparison.speed * comparison.interval.high_80);
  const std::string from = comparison.common ? "" : ", errors taken as independent";
  const char* how = more < 0 ? "slower" : "faster";
  if (!comparison.same_work)
    return fmt::format(
        "{} is another model: it takes {:.1f} % {} tokens a second (80 %: {:+.0f} to {:+.0f} %), which "
        "are other work",
        name, std::abs(more), more < 0 ? "fewer" : "more", low, high);
  if (comparison.speed == 1 && low == high) return fmt::format("{} takes a step as fast", name);
  if (comparison.tie)
    return fmt::format("a tie: {} trains {:.1f} % {}, 80 %: {:+.0f} to {:+.0f} %{}", name, std::abs(more), how, low,
                       high, from);
  if (more < 0)
    return fmt::format("{} trains {:.1f} % slower (80 %: {:.0f} to {:.0f} %{})", name, -more, -high, -low, from);
  return fmt::format("{} trains {:.1f} % faster (80 %: {:.0f} to {:.0f} %{})", name, more, low, high, from);
}

std::string short_comparison(const plan::StepComparison& comparison) {
  return fmt::format("{:+.1f} % ({:+.0f} to {:+.0f})", percent_more(comparison.speed),
                     percent_more(comparison.speed * comparison.interval.low_80),
                     percent_more(comparison.speed * comparison.interval.high_80));
}

text::Json comparison_json(const plan::StepComparison& comparison) {
  const calibration::DifferenceInterval& i = comparison.interval;
  return {{"ratio", comparison.speed},
          {"low_80", comparison.speed * i.low_80},
          {"high_80", comparison.speed * i.high_80},
          {"low_95", comparison.speed * i.low_95},
          {"high_95", comparison.speed * i.high_95},
          {"tie", comparison.tie},
          {"errors", comparison.common ? "common" : "independent"}};
}

}  // namespace fmplan::answer
