#pragma once

#include <QCoreApplication>
#include <QString>

namespace fmplan::gui {

/// A program that lies at `place` as seen from the tests' own folder.
inline QString programPath(const QString& place) {
  return QCoreApplication::applicationDirPath() + QLatin1Char('/') + place;
}

}  // namespace fmplan::gui
