#include "core/picture/step_palette.h"

#include <array>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "core/picture/palette.h"

namespace fmplan::picture {
namespace {

using Rgb = std::array<double, 3>;

Rgb parsed(std::string_view color) {
  Rgb rgb{};
  for (std::size_t i = 0; i < rgb.size(); ++i)
    for (const char c : color.substr(1 + 2 * i, 2)) rgb[i] = 16 * rgb[i] + (c <= '9' ? c - '0' : c - 'a' + 10);
  return rgb;
}

}  // namespace

std::string_view task_color(sim::StepTaskKind kind) {
  using enum sim::StepTaskKind;
  switch (kind) {
    case kForward:
    case kForwardAndBackward: return "#1f6fb4";
    case kBackward:
    case kBackwardInput: return "#f2a42c";
    case kBackwardWeight: return "#fdebc8";
    case kSendForward:
    case kSendBackward: return "#475569";
    case kGather: return "#4fb79f";
    case kReduce: return "#8a2f72";
    case kOptimizer: return "#8b94a3";
    case kHost: return "#4b5563";
  }
  return "#000000";
}

std::string lighter(std::string_view color, double share) {
  std::array<int, 3> mixed{};
  const Rgb rgb = parsed(color);
  for (std::size_t i = 0; i < rgb.size(); ++i)
    mixed[i] = static_cast<int>(std::lround(rgb[i] + share * (255 - rgb[i])));
  return fmt::format("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2]);
}

std::string_view ink_on(std::string_view color) {
  Rgb linear = parsed(color);
  for (double& channel : linear) {
    channel /= 255;
    channel = channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
  }
  const double luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return 1.05 / (luminance + 0.05) >= 4 ? "#ffffff" : kInk;
}

}  // namespace fmplan::picture
