#include "gui/explain_popover.h"

#include <algorithm>

#include <QScreen>
#include <QVBoxLayout>

#include "gui/model/spoken.h"

namespace fmplan::gui {

QString explanationHtml(const answer::Document& document, const QColor& quiet) {
  QString html;
  for (const std::string& warning : document.warnings)
    html += QStringLiteral("<p>%1</p>").arg(spoken(warning).toHtmlEscaped());
  for (const answer::Table& table : document.tables) {
    if (!table.title.empty()) html += QStringLiteral("<h3>%1</h3>").arg(spoken(table.title).toHtmlEscaped());
    html += QStringLiteral("<table cellspacing=\"0\" cellpadding=\"3\">");
    if (!table.header.empty()) {
      html += QStringLiteral("<tr>");
      for (const std::string& cell : table.header)
        html += QStringLiteral("<th align=\"left\">%1</th>").arg(spoken(cell).toHtmlEscaped());
      html += QStringLiteral("</tr>");
    }
    for (const auto& row : table.rows) {
      html += QStringLiteral("<tr>");
      for (const std::string& cell : row) html += QStringLiteral("<td>%1</td>").arg(spoken(cell).toHtmlEscaped());
      html += QStringLiteral("</tr>");
    }
    html += QStringLiteral("</table>");
    for (const std::string& note : table.notes)
      html += QStringLiteral("<p style=\"color:%1\">%2</p>").arg(quiet.name(), spoken(note).toHtmlEscaped());
  }
  return html;
}

ExplainPopover::ExplainPopover(QWidget* parent) : QFrame(parent, Qt::Popup) {
  setFrameShape(QFrame::StyledPanel);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  text_ = new QTextBrowser;
  text_->setFrameShape(QFrame::NoFrame);
  text_->setAccessibleName(tr("Explanation"));
  column->addWidget(text_);
  resize(640, 440);
}

void ExplainPopover::showFor(const Explanation& explanation, const QWidget& beside) {
  text_->setHtml(explanationHtml(explanation.document, palette().color(QPalette::PlaceholderText)));
  const QRect room = beside.screen()->availableGeometry();
  QPoint at = beside.mapToGlobal(QPoint(0, beside.height() + 4));
  at.setX(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - width())));
  at.setY(std::clamp(at.y(), room.top(), std::max(room.top(), room.bottom() - height())));
  move(at);
  show();
  text_->setFocus();
}

}  // namespace fmplan::gui
