#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fmplan {

struct SvgBox {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;

  double center() const { return x + width / 2; }
  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

struct SvgPoint {
  double x = 0;
  double y = 0;
};

enum class SvgAnchor { kStart, kMiddle, kEnd };

struct SvgText {
  double size = 12;
  SvgAnchor anchor = SvgAnchor::kStart;
  std::string_view color = "#1f2937";
  bool bold = false;
};

struct SvgFill {
  std::string_view fill = "none";
  std::string_view stroke = "none";
  double stroke_width = 1;
  double radius = 4;
  bool dashed = false;
};

/// Collects the elements of a drawing.  Coordinates are pixels from the top left.
class SvgCanvas {
 public:
  void box(const SvgBox& box, const SvgFill& fill);
  /// Diagonal lines over a box, which so differs from its neighbours without colour as well.
  void hatch(const SvgBox& box, std::string_view color);
  void line(SvgPoint from, SvgPoint to, std::string_view color, double width, double opacity = 1);
  /// A curve from one point to another that swings out by `bend` to the left of the way.
  void arc(SvgPoint from, SvgPoint to, double bend, std::string_view color, double width);
  void polyline(std::span<const SvgPoint> points, std::string_view color, double width, bool dashed);
  /// The inside of a polygon.
  void area(std::span<const SvgPoint> points, std::string_view fill);
  void text(SvgPoint at, std::string_view text, const SvgText& style);
  /// The whole document, on white.
  std::string document(double width, double height) const;

 private:
  std::string body_;
  std::vector<std::string> hatches_;  ///< colours
};

/// Rough width of a text in a sans-serif face: 0.6 of the size per character.
double svg_text_width(std::string_view text, double size);

/// Distance between an axis's ticks: 1, 2 or 5 times a power of ten, so that at most `most` steps reach `span`.
/// @pre span > 0, most >= 1
double svg_tick_step(double span, int most);

}  // namespace fmplan
