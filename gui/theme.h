#pragma once

#include <array>

#include <QColor>
#include <QPalette>
#include <QString>

namespace fmplan::gui {

/// The colours of the program.  They are its own, since Qt 6.4 does not tell a desktop's scheme.
struct Theme {
  QString name;  ///< "light" or "dark"
  QColor ground, card, text, quiet, line, edge, strong, band, other, bad, badGround, warn, button;
  /// Of parts side by side: they differ in hue and, for the colour-blind, in luminance [Okabe & Ito 2008].
  std::array<QColor, 7> parts;

  bool isDark() const { return text.lightness() > ground.lightness(); }
  QPalette palette() const;
  /// Of what a palette does not reach: cards, fields with a problem.
  QString styleSheet() const;
};

const Theme& lightTheme();
const Theme& darkTheme();
/// Light for any other name.
const Theme& themeOf(const QString& name);
/// As the desktop's own palette is: dark where its text is lighter than its ground.
const Theme& desktopTheme();

/// Difference of two colours as somebody without green cones sees them, in CIE 1976 ΔE*ab: about 2 is just seen
/// [Viénot, Brettel & Mollon 1999].
double deuteranopiaDistance(const QColor& a, const QColor& b);

}  // namespace fmplan::gui
