#include "gui/picture_file.h"

#include <algorithm>
#include <stdexcept>

#include <QAction>
#include <QBuffer>
#include <QFileDialog>
#include <QMessageBox>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QSvgRenderer>

#include "core/text/json_text.h"
#include "gui/model/texts.h"
#include "gui/picture_view.h"
#include "gui/plot.h"

namespace fmplan::gui {
namespace {

QByteArray pngOf(QWidget& chart) {
  constexpr int kScale = 2;  // chosen: sharp on paper and on dense screens
  QImage image(chart.size() * kScale, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(kScale);
  image.fill(chart.palette().color(QPalette::Base));
  chart.render(&image);
  QBuffer buffer;
  image.save(&buffer, "PNG");
  return buffer.data();
}

/// As vectors: pictures and QCustomPlot show themselves through buffers of pixels, which are passed by.
void paint(QWidget& chart, QPaintDevice& onto) {
  if (const auto* picture = qobject_cast<PictureView*>(&chart)) {
    QSvgRenderer renderer(picture->spokenSvg());
    QPainter painter(&onto);
    const int wide = std::min(chart.width(), renderer.defaultSize().width());
    return renderer.render(&painter, QRectF(0, 0, wide, chart.height()));
  }
  auto* plot = qobject_cast<QCustomPlot*>(&chart);
  if (!plot) return chart.render(&onto, {}, {}, QWidget::DrawChildren);
  QCPPainter painter(&onto);
  painter.setMode(QCPPainter::pmVectorized);
  painter.setMode(QCPPainter::pmNoCaching);
  plot->toPainter(&painter, chart.width(), chart.height());
}

QByteArray svgOf(QWidget& chart) {
  if (const auto* picture = qobject_cast<PictureView*>(&chart))
    return QByteArray(picture->svg().data(), static_cast<qsizetype>(picture->svg().size()));
  QBuffer buffer;
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(chart.size());
  generator.setViewBox(QRect(QPoint(0, 0), chart.size()));
  generator.setTitle(chart.accessibleName());
  paint(chart, generator);
  return buffer.data();
}

QByteArray pdfOf(QWidget& chart) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  constexpr int kDotsPerInch = 96;  // as on screen, so that the page is as large as the chart
  writer.setResolution(kDotsPerInch);
  writer.setPageMargins({});
  writer.setPageSize(QPageSize(QSizeF(chart.size()) / kDotsPerInch, QPageSize::Inch));
  writer.setTitle(chart.accessibleName());
  paint(chart, writer);
  return buffer.data();
}

}  // namespace

void writePicture(QWidget& chart, const QString& path) {
  QByteArray bytes;
  if (path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive))
    bytes = pngOf(chart);
  else if (path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive))
    bytes = svgOf(chart);
  else if (path.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive))
    bytes = pdfOf(chart);
  else
    throw std::runtime_error(
        told(QObject::tr("%1 has an ending that is no picture's; write .png, .svg or .pdf").arg(path)));
  text::write_text_file(told(path), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

QAction* offerSaving(QWidget& chart) {
  auto* action = new QAction(QObject::tr("Save picture…"), &chart);
  chart.addAction(action);
  chart.setContextMenuPolicy(Qt::ActionsContextMenu);
  QObject::connect(action, &QAction::triggered, &chart, [&chart] {
    const QString path = QFileDialog::getSaveFileName(&chart, QObject::tr("Save picture"), {},
                                                      QObject::tr("Pictures (*.png *.svg *.pdf)"));
    if (path.isEmpty()) return;
    try {
      writePicture(chart, path);
    } catch (const std::exception& error) {
      QMessageBox::warning(&chart, QObject::tr("The picture is not saved"), QString::fromUtf8(error.what()));
    }
  });
  return action;
}

}  // namespace fmplan::gui
