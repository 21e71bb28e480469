#include "gui/report_pdf.h"

#include <algorithm>

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>
#include <QTextDocument>

#include "core/base/version.h"
#include "gui/model/texts.h"
#include "gui/theme.h"

namespace fmplan::gui {
namespace {

constexpr int kDotsPerInch = 96;    // of layouts; vectors have no grain
constexpr double kPageMargin = 15;  // millimetres, chosen: what printers and binders want
constexpr double kFooter = 24;      // dots below the text, chosen: a line and some air
constexpr double kLetters = 7.5;    // points, chosen: tables of ten columns fit across A4

QString cellHtml(const QString& tag, const std::string& text, bool right) {
  return QStringLiteral("<%1 align=\"%2\">%3</%1>")
      .arg(tag, right ? QStringLiteral("right") : QStringLiteral("left"), shown(text).toHtmlEscaped());
}

QString tableHtml(const answer::Table& table) {
  const auto row = [&table](const QString& tag, const std::vector<std::string>& cells) {
    QString html = QStringLiteral("<tr>");
    for (std::size_t i = 0; i < cells.size(); ++i)
      html += cellHtml(tag, cells[i], i < table.align.size() && table.align[i] == answer::Align::kRight);
    return html + QStringLiteral("</tr>");
  };
  QString html = QStringLiteral("<h3>%1</h3><table cellspacing=\"0\" cellpadding=\"3\" width=\"100%\">")
                     .arg(shown(table.title).toHtmlEscaped());
  if (!table.header.empty()) html += row(QStringLiteral("th"), table.header);
  for (const std::vector<std::string>& cells : table.rows) html += row(QStringLiteral("td"), cells);
  html += QStringLiteral("</table>");
  for (const std::string& note : table.notes)
    html += QStringLiteral("<p class=\"note\">%1</p>").arg(shown(note).toHtmlEscaped());
  return html;
}

QString reportHtml(const QString& title, const answer::Document& document) {
  QString html = QStringLiteral("<h1>%1</h1>").arg(title.toHtmlEscaped());
  if (!document.lead.empty()) html += QStringLiteral("<p>%1</p>").arg(shown(document.lead).toHtmlEscaped());
  for (const std::string& warning : document.warnings)
    html += QStringLiteral("<p class=\"warning\">! %1</p>").arg(shown(warning).toHtmlEscaped());
  for (const answer::Table& table : document.tables) html += tableHtml(table);
  return html;
}

/// The pages of a report: text flows, pictures stand on pages of their own before it.
class Report {
 public:
  Report(QIODevice& device, const QString& title) : writer_(&device) {
    writer_.setResolution(kDotsPerInch);
    writer_.setPageSize(QPageSize(QPageSize::A4));
    writer_.setPageMargins(QMarginsF(kPageMargin, kPageMargin, kPageMargin, kPageMargin), QPageLayout::Millimeter);
    writer_.setTitle(title);
    writer_.setCreator(QStringLiteral("fmplan %1").arg(shown(version())));
    painter_.begin(&writer_);
    page_ = QRectF(0, 0, writer_.width(), writer_.height() - kFooter);
  }

  void text(const QString& html) {
    QTextDocument flow;
    flow.documentLayout()->setPaintDevice(&writer_);
    QFont font = flow.defaultFont();
    font.setPointSizeF(kLetters);
    flow.setDefaultFont(font);
    const Theme& theme = lightTheme();
    flow.setDefaultStyleSheet(QStringLiteral("h1 { font-size: 13pt; } h3 { font-size: 9pt; } th { font-weight: 600; }"
                                             ".note { color: %1; } .warning { color: %2; }")
                                  .arg(theme.quiet.name(), theme.warn.name()));
    flow.setHtml(html);
    flow.setPageSize(page_.size());
    for (int i = 0; i < flow.pageCount(); ++i) {
      beginPage();
      painter_.save();
      painter_.translate(0, -i * page_.height());
      flow.drawContents(&painter_, QRectF(0, i * page_.height(), page_.width(), page_.height()));
      painter_.restore();
    }
  }

  void picture(const std::string& svg) {
    QSvgRenderer renderer(QByteArray(svg.data(), static_cast<qsizetype>(svg.size())));
    const QSizeF size = renderer.defaultSize();
    if (size.isEmpty()) return;
    beginPage();
    const double scale = std::min(page_.width() / size.width(), page_.height() / size.height());
    renderer.render(&painter_, QRectF(QPointF(0, 0), size * scale));
  }

  void end() { painter_.end(); }

 private:
  void beginPage() {
    if (number_ > 0) writer_.newPage();
    ++number_;
    painter_.save();
    painter_.setPen(lightTheme().quiet);
    QFont font = painter_.font();
    font.setPointSizeF(kLetters);
    painter_.setFont(font);
    const QRectF below(0, page_.bottom(), page_.width(), kFooter);
    painter_.drawText(below, Qt::AlignRight | Qt::AlignBottom, QStringLiteral("page %1").arg(number_));
    painter_.drawText(below, Qt::AlignLeft | Qt::AlignBottom, QStringLiteral("fmplan %1").arg(shown(version())));
    painter_.restore();
  }

  QPdfWriter writer_;
  QPainter painter_;
  QRectF page_;
  int number_ = 0;
};

}  // namespace

QByteArray reportPdf(const QString& title, const answer::Document& document, const std::vector<std::string>& pictures) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  Report report(buffer, title);
  report.text(reportHtml(title, document));
  for (const std::string& svg : pictures) report.picture(svg);
  report.end();
  return buffer.data();
}

}  // namespace fmplan::gui
