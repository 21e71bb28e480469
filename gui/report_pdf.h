#pragma once

#include <string>
#include <vector>

#include <QByteArray>
#include <QString>

#include "core/answer/document.h"

namespace fmplan::gui {

/// An answer on A4 pages: its line, pictures as vectors, its tables and warnings, with the page's number below.  Fonts
/// are in the file.
/// @param pictures  SVG, each across a page of its own where it is high
QByteArray reportPdf(const QString& title, const answer::Document& document, const std::vector<std::string>& pictures);

}  // namespace fmplan::gui
