#include "gui/picture_view.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QPainter>
#include <QRegularExpression>
#include <QResizeEvent>

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

}  // namespace

PictureView::PictureView(QWidget* parent) : QWidget(parent), loading_(new QTimer(this)) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  loading_->setSingleShot(true);
  loading_->setInterval(0);
  connect(loading_, &QTimer::timeout, this, &PictureView::load);
}

void PictureView::setPicture(std::string svg) {
  if (svg == svg_) return;
  svg_ = std::move(svg);
  loadSoon();
}

void PictureView::setTheme(const Theme& theme) {
  theme_ = &theme;
  loadSoon();
}

void PictureView::setStale(bool stale) {
  stale_ = stale;
  update();
}

QByteArray PictureView::spokenSvg() const {
  return translated(QByteArray(svg_.data(), static_cast<qsizetype>(svg_.size())));
}

void PictureView::loadSoon() {
  // The first one is what the widget's size comes from.
  if (renderer_.isValid())
    loading_->start();
  else
    load();
}

void PictureView::load() {
  loading_->stop();
  const QByteArray bytes = spokenSvg();
  renderer_.load(theme_->isDark() ? darkened(bytes, *theme_) : bytes);
  drawn_ = {};
  fit();
  update();
}

void PictureView::draw() {
  const double ratio = devicePixelRatioF();
  const QSize size(std::min(width(), renderer_.defaultSize().width()), height());
  if (!drawn_.isNull() && drawn_.size() == size * ratio) return;
  drawn_ = QPixmap(size * ratio);
  drawn_.setDevicePixelRatio(ratio);
  drawn_.fill(Qt::transparent);
  QPainter painter(&drawn_);
  renderer_.render(&painter, QRectF(QPointF(0, 0), QSizeF(size)));
}

void PictureView::fit() {
  // No larger than it was drawn: letters would outgrow those beside it.
  const QSize size = renderer_.defaultSize();
  const int wide = std::min(width(), size.width());
  setFixedHeight(size.width() > 0 ? static_cast<int>(static_cast<qint64>(wide) * size.height() / size.width()) : 0);
}

void PictureView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) fit();
}

void PictureView::paintEvent(QPaintEvent*) {
  if (renderer_.defaultSize().width() <= 0 || size().isEmpty()) return;
  draw();
  QPainter painter(this);
  if (stale_) painter.setOpacity(0.4);
  painter.drawPixmap(QPointF(0, 0), drawn_);
}

}  // namespace fmplan::gui
