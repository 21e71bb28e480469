#include "core/base/svg_canvas.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

#include <fmt/format.h>

#include "core/base/markup.h"

namespace fmplan {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) append_markup(out, c);
  return out;
}

std::string points_text(std::span<const SvgPoint> points) {
  std::string text;
  for (const SvgPoint& p : points) fmt::format_to(std::back_inserter(text), "{:.1f},{:.1f} ", p.x, p.y);
  return text;
}

}  // namespace

void SvgCanvas::polyline(std::span<const SvgPoint> points, std::string_view color, double width, bool dashed) {
  fmt::format_to(std::back_inserter(body_),
                 "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1f}\" "
                 "stroke-linejoin=\"round\"{}/>\n",
                 points_text(points), color, width, dashed ? " stroke-dasharray=\"5 4\"" : "");
}

void SvgCanvas::area(std::span<const SvgPoint> points, std::string_view fill) {
  fmt::format_to(std::back_inserter(body_), "<polygon points=\"{}\" fill=\"{}\"/>\n", points_text(points), fill);
}

void SvgCanvas::box(const SvgBox& box, const SvgFill& fill) {
  fmt::format_to(
      std::back_inserter(body_),
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"{:.1f}\" fill=\"{}\" stroke=\"{}\" "
      "stroke-width=\"{:.1f}\"{}/>\n",
      box.x, box.y, box.width, box.height, fill.radius, fill.fill, fill.stroke, fill.stroke_width,
      fill.dashed ? " stroke-dasharray=\"5 4\"" : "");
}

void SvgCanvas::hatch(const SvgBox& box, std::string_view color) {
  auto found = std::find(hatches_.begin(), hatches_.end(), color);
  if (found == hatches_.end()) found = hatches_.insert(found, std::string(color));
  fmt::format_to(std::back_inserter(body_),
                 "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"url(#hatch{})\"/>\n", box.x,
                 box.y, box.width, box.height, found - hatches_.begin());
}

void SvgCanvas::line(SvgPoint from, SvgPoint to, std::string_view color, double width, double opacity) {
  fmt::format_to(std::back_inserter(body_),
                 "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{:.1f}\" "
                 "stroke-opacity=\"{:.2f}\" stroke-linecap=\"round\"/>\n",
                 from.x, from.y, to.x, to.y, color, width, opacity);
}

void SvgCanvas::arc(SvgPoint from, SvgPoint to, double bend, std::string_view color, double width) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const double length = std::max(1.0, std::hypot(dx, dy));
  // The curve passes half way between its ends and the control point.
  const double x = (from.x + to.x) / 2 + 2 * bend * dy / length;
  const double y = (from.y + to.y) / 2 - 2 * bend * dx / length;
  fmt::format_to(
      std::back_inserter(body_),
      "<path d=\"M{:.1f} {:.1f} Q{:.1f} {:.1f} {:.1f} {:.1f}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1f}\"/>\n",
      from.x, from.y, x, y, to.x, to.y, color, width);
}

void SvgCanvas::text(SvgPoint at, std::string_view text, const SvgText& style) {
  const char* anchor = style.anchor == SvgAnchor::kStart    ? "start"
                       : style.anchor == SvgAnchor::kMiddle ? "middle"
                                                            : "end";
  fmt::format_to(std::back_inserter(body_),
                 "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n",
                 at.x, at.y, style.size, anchor, style.color, style.bold ? " font-weight=\"bold\"" : "", escaped(text));
}

std::string SvgCanvas::document(double width, double height) const {
  std::string patterns;
  for (std::size_t i = 0; i < hatches_.size(); ++i)
    fmt::format_to(std::back_inserter(patterns),
                   "<pattern id=\"hatch{}\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\" "
                   "patternTransform=\"rotate(45)\"><rect width=\"1.4\" height=\"4\" fill=\"{}\"/></pattern>\n",
                   i, hatches_[i]);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#ffffff\"/>\n{3}{2}</svg>\n",
      width, height, body_, patterns.empty() ? "" : "<defs>\n" + patterns + "</defs>\n");
}

double svg_text_width(std::string_view text, double size) {
  std::size_t characters = 0;
  for (const char c : text) characters += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return 0.6 * size * static_cast<double>(characters);
}

double svg_tick_step(double span, int most) {
  const double rough = span / most;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough) return factor * power;
  return 10 * power;
}

}  // namespace fmplan
