#pragma once

#include <QScrollArea>

namespace fmplan::gui {

/// A column of a page: as wide as its place, scrolled downwards; sidewards only where its content needs more.
inline QScrollArea* scrolled(QWidget* content) {
  auto* area = new QScrollArea;
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidget(content);
  return area;
}

}  // namespace fmplan::gui
