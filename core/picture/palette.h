#pragma once

namespace fmplan::picture {

/// What drawings have in common, on white and in print (chosen to the eye): text and frames, text beside what matters,
/// lines behind it, and bars.
inline constexpr const char* kInk = "#1f2937";
inline constexpr const char* kFaint = "#5b6472";
inline constexpr const char* kGrey = "#6b7280";
inline constexpr const char* kGrid = "#e5e7eb";
inline constexpr const char* kBar = "#1f6fb4";

}  // namespace fmplan::picture
