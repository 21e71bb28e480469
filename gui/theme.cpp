#include "gui/theme.h"

#include <cmath>

#include <QGuiApplication>

namespace fmplan::gui {
namespace {

using Vector = std::array<double, 3>;

/// sRGB to linear light [IEC 61966-2-1].
Vector linear(const QColor& color) {
  const auto channel = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
  return {channel(color.redF()), channel(color.greenF()), channel(color.blueF())};
}

/// Linear light as a deuteranope sees it [Viénot, Brettel & Mollon 1999, in sRGB primaries].
Vector withoutGreenCones(const Vector& light) {
  const auto [r, g, b] = light;
  const double yellow = 0.29275 * r + 0.70725 * g;
  return {yellow, yellow, -0.02234 * r + 0.02234 * g + b};
}

/// CIE L*a*b* under D65.
Vector lab(const Vector& light) {
  const auto [r, g, b] = light;
  const Vector xyz = {(0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b,
                      (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089};
  const auto root = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = root(xyz[0]), y = root(xyz[1]), z = root(xyz[2]);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

}  // namespace

const Theme& lightTheme() {
  // Chosen: the colours of the page that `fmplan serve` shows (api/page/page.css); parts after Okabe & Ito 2008.
  static const Theme kTheme{.name = QStringLiteral("light"),
                            .ground = QColor(0xf4f5f7),
                            .card = QColor(0xffffff),
                            .text = QColor(0x1a1d22),
                            .quiet = QColor(0x525a66),
                            .line = QColor(0xd3d8df),
                            .edge = QColor(0x7d8794),
                            .strong = QColor(0x0b57b0),
                            .band = QColor(0xbcd5f5),
                            .other = QColor(0x3f7d5a),
                            .bad = QColor(0xad1f16),
                            .badGround = QColor(0xfdeceb),
                            .warn = QColor(0x8a5a00),
                            .button = QColor(0xe7edf5),
                            .parts = {QColor(0x0072b2), QColor(0xe69f00), QColor(0x56b4e9), QColor(0xd55e00),
                                      QColor(0xf0e442), QColor(0x007a5e), QColor(0xe8a9cb)}};
  return kTheme;
}

const Theme& darkTheme() {
  // Chosen: as above, for a dark ground.
  static const Theme kTheme{.name = QStringLiteral("dark"),
                            .ground = QColor(0x121417),
                            .card = QColor(0x1b1e23),
                            .text = QColor(0xe8eaed),
                            .quiet = QColor(0xa9b1bd),
                            .line = QColor(0x353b44),
                            .edge = QColor(0x7f8997),
                            .strong = QColor(0x8cbaff),
                            .band = QColor(0x2c4a75),
                            .other = QColor(0x7cc49a),
                            .bad = QColor(0xff9a90),
                            .badGround = QColor(0x3a1d1b),
                            .warn = QColor(0xe6b85c),
                            .button = QColor(0x2a3039),
                            .parts = {QColor(0x2f8fd0), QColor(0xe69f00), QColor(0x7cc7f2), QColor(0xd55e00),
                                      QColor(0xf0e442), QColor(0x1f9e7d), QColor(0xe8a9cb)}};
  return kTheme;
}

const Theme& themeOf(const QString& name) { return name == darkTheme().name ? darkTheme() : lightTheme(); }

const Theme& desktopTheme() {
  const QPalette palette = QGuiApplication::palette();
  const bool dark = palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
  return dark ? darkTheme() : lightTheme();
}

QPalette Theme::palette() const {
  QPalette colors;
  colors.setColor(QPalette::Window, ground);
  colors.setColor(QPalette::WindowText, text);
  colors.setColor(QPalette::Base, card);
  colors.setColor(QPalette::AlternateBase, ground);
  colors.setColor(QPalette::Text, text);
  colors.setColor(QPalette::PlaceholderText, quiet);
  colors.setColor(QPalette::Button, button);
  colors.setColor(QPalette::ButtonText, text);
  colors.setColor(QPalette::BrightText, bad);
  colors.setColor(QPalette::Highlight, strong);
  colors.setColor(QPalette::HighlightedText, card);
  colors.setColor(QPalette::Link, strong);
  colors.setColor(QPalette::LinkVisited, strong);
  colors.setColor(QPalette::ToolTipBase, card);
  colors.setColor(QPalette::ToolTipText, text);
  colors.setColor(QPalette::Light, line);
  colors.setColor(QPalette::Midlight, line);
  colors.setColor(QPalette::Mid, edge);
  colors.setColor(QPalette::Dark, edge);
  colors.setColor(QPalette::Shadow, ground.darker());
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    colors.setColor(QPalette::Disabled, role, quiet);
  colors.setColor(QPalette::Disabled, QPalette::Base, ground);
  return colors;
}

QString Theme::styleSheet() const {
  return QStringLiteral(
             "QFrame[card=\"true\"] { background: %1; border: 1px solid %2; border-radius: 8px; }"
             "QLabel[role=\"title\"] { font-weight: 600; }"
             "QLabel[role=\"quiet\"] { color: %3; }"
             "QLabel[role=\"problem\"] { color: %4; }"
             "QLineEdit[problem=\"true\"] { border: 2px solid %4; border-radius: 3px; background: %5; color: %6; }"
             "QListWidget#pages { border: none; background: %7; outline: none; }"
             "QListWidget#pages::item { padding: 8px 12px; border-radius: 6px; }"
             "QListWidget#pages::item:selected { background: %8; color: %1; }"
             "QTableView { border: none; background: %1; gridline-color: %2; selection-background-color: %9; "
             "selection-color: %6; }"
             "QHeaderView { background: %1; }"
             "QHeaderView::section { background: %1; color: %3; border: none; border-bottom: 1px solid %2; "
             "padding: 3px 4px; font-weight: 600; }"
             "QTableCornerButton::section { background: %1; border: none; }"
             "QToolButton { border: 1px solid %2; border-radius: 4px; padding: 2px 8px; background: %10; }"
             "QToolButton:checked { background: %9; }"
             "QToolButton:focus { border-color: %8; }"
             "QListView#remarks { border: none; background: transparent; }")
      .arg(card.name(), line.name(), quiet.name(), bad.name(), badGround.name(), text.name(), ground.name(),
           strong.name(), band.name(), button.name());
}

double deuteranopiaDistance(const QColor& a, const QColor& b) {
  const Vector first = lab(withoutGreenCones(linear(a))), second = lab(withoutGreenCones(linear(b)));
  return std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

}  // namespace fmplan::gui
