#pragma once

#include <QString>
#include <QWidget>

namespace fmplan::gui {

/// Writes what a chart shows to a file: .png at twice its size, .svg or .pdf as vectors, whole or not at all.
/// @throws std::runtime_error for another ending, or where the file cannot be written; what was there is as it was.
void writePicture(QWidget& chart, const QString& path);

/// Offers saving the chart in its context menu; the action is returned for a button.
QAction* offerSaving(QWidget& chart);

}  // namespace fmplan::gui
