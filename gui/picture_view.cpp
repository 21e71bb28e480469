#include "gui/picture_view.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QPainter>
#include <QRegularExpression>
#include <QResizeEvent>
#include <QSvgRenderer>
#include <QXmlStreamReader>

#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {

namespace {

/// Every colour as light as it was dark, of the same hue; white becomes the ground of the cards.
QByteArray darkened(const QByteArray& svg, const Theme& theme) {
  static const QRegularExpression kColor(QStringLiteral("#[0-9a-fA-F]{6}"));
  const QString text = QString::fromUtf8(svg);
  QString result;
  qsizetype done = 0;
  for (auto found = kColor.globalMatch(text); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    const QColor color(match.captured());
    const auto lightness = static_cast<float>(1 - color.lightnessF() * (1 - theme.card.lightnessF()));
    const QColor turned = color == Qt::white
                              ? theme.card
                              : QColor::fromHslF(std::max(color.hslHueF(), 0.0f), color.hslSaturationF(), lightness);
    result += text.mid(done, match.capturedStart() - done) + turned.name();
    done = match.capturedEnd();
  }
  return (result + text.mid(done)).toUtf8();
}

/// Its words in the language of the window.
QByteArray translated(const QByteArray& svg) {
  static const QRegularExpression kText(QStringLiteral(">([^<>]*[A-Za-z]{2}[^<>]*)</(?:text|tspan|title)>"));
  static const std::array<std::pair<QString, QString>, 4> kEntities = {
      {{QStringLiteral("&lt;"), QStringLiteral("<")},
       {QStringLiteral("&gt;"), QStringLiteral(">")},
       {QStringLiteral("&quot;"), QStringLiteral("\"")},
       {QStringLiteral("&amp;"), QStringLiteral("&")}}};
  const QString text = QString::fromUtf8(svg);
  QString result;
  qsizetype done = 0;
  for (auto found = kText.globalMatch(text); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    QString words = match.captured(1);
    for (const auto& [entity, letter] : kEntities) words.replace(entity, letter);
    result += text.mid(done, match.capturedStart(1) - done) + spoken(told(words)).toHtmlEscaped();
    done = match.capturedEnd(1);
  }
  return (result + text.mid(done)).toUtf8();
}

/// The size that the root of a picture tells; empty where it tells none.
QSize sizeOf(const std::string& svg) {
  QXmlStreamReader reader(QByteArray::fromRawData(svg.data(), static_cast<qsizetype>(svg.size())));
  if (!reader.readNextStartElement()) return {};
  const auto length = [&reader](const char* name) {
    return static_cast<int>(reader.attributes().value(QLatin1String(name)).toDouble());
  };
  return {length("width"), length("height")};
}

QImage drawnAs(const QByteArray& svg, const QSize& size, double ratio) {
  QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(ratio);
  image.fill(Qt::transparent);
  QSvgRenderer renderer(svg);
  QPainter painter(&image);
  renderer.render(&painter, QRectF(QPointF(0, 0), QSizeF(size)));
  return image;
}

}  // namespace

PictureView::PictureView(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PictureView::setPicture(std::string svg) {
  if (svg == svg_) return;
  svg_ = std::move(svg);
  size_ = sizeOf(svg_);
  fit();
  asked_ = {};
  drawWhenSeen();
}

void PictureView::setTheme(const Theme& theme) {
  theme_ = &theme;
  asked_ = {};
  drawWhenSeen();
}

void PictureView::setStale(bool stale) {
  stale_ = stale;
  update();
}

QByteArray PictureView::spokenSvg() const {
  return translated(QByteArray(svg_.data(), static_cast<qsizetype>(svg_.size())));
}

/// No larger than it was drawn: letters would outgrow those beside it.
QSize PictureView::shownSize() const { return {std::min(width(), size_.width()), height()}; }

void PictureView::fit() {
  const int wide = std::min(width(), size_.width());
  setFixedHeight(size_.width() > 0 ? static_cast<int>(static_cast<qint64>(wide) * size_.height() / size_.width()) : 0);
}

void PictureView::drawWhenSeen() {
  const QSize size = shownSize();
  if (!isVisible() || size.isEmpty() || asked_ == size * devicePixelRatioF()) return;
  asked_ = size * devicePixelRatioF();
  task_.ask([this, svg = svg_, size, ratio = devicePixelRatioF(), theme = theme_](EngineJob&) {
    const QByteArray words = translated(QByteArray(svg.data(), static_cast<qsizetype>(svg.size())));
    QImage image = drawnAs(theme->isDark() ? darkened(words, *theme) : words, size, ratio);
    return [this, image = std::move(image)] {
      drawn_ = image;
      update();
    };
  });
}

void PictureView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) fit();
  drawWhenSeen();
}

void PictureView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  drawWhenSeen();
}

void PictureView::paintEvent(QPaintEvent*) {
  if (drawn_.isNull() || shownSize().isEmpty()) return;
  QPainter painter(this);
  if (stale_) painter.setOpacity(0.4);
  painter.drawImage(QRectF(QPointF(0, 0), QSizeF(shownSize())), drawn_);
}

}  // namespace fmplan::gui
