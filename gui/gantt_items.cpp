#include "gui/gantt_items.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QApplication>
#include <QFontMetrics>
#include <QGraphicsScene>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include "core/picture/step_palette.h"
#include "gui/model/gantt_lines.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

// Pixels, chosen to the eye: of a bar in its line, of what marks its finish below.
constexpr double kBarTop = 4, kGanttBarHeight = 18, kFinishAt = 29, kFinishSize = 4, kNarrowest = 2, kBarMargin = 8;

QFont barFont() {
  QFont font = QApplication::font();
  font.setPointSizeF(font.pointSizeF() * 0.85);
  return font;
}

}  // namespace

QColor ganttColor(const Theme& theme, picture::GanttKind kind) {
  // Neighbours in time differ in lightness too: sky, green, blue, orange, pink.
  constexpr std::array<std::size_t, picture::kNumGanttKinds> kParts = {2, 5, 0, 1, 6};
  return theme.parts.at(kParts.at(static_cast<std::size_t>(kind)));
}

QColor inkOn(const QColor& color) {
  const std::string_view ink = picture::ink_on(told(color.name()));
  return QColor(shown(ink));
}

GanttBarItem::GanttBarItem(const picture::GanttBar& bar, std::size_t row, std::size_t index, double top,
                           const GanttScale& scale)
    : bar_(bar), row_(row), index_(index), top_(top), scale_(scale) {
  setFlag(ItemIsSelectable);
  const QFontMetrics metrics(barFont());
  letter_ = QString(QLatin1Char(picture::gantt_kind_letter(bar.kind)));
  name_ = QStringLiteral("%1 %2").arg(letter_, ganttBarName(bar));
  words_ = bar.nodes > 0
               ? QCoreApplication::translate("fmplan::gui::GanttView", "%1 · %2 nodes").arg(name_).arg(bar.nodes)
               : name_;
  wordsWidth_ = metrics.horizontalAdvance(words_);
  nameWidth_ = metrics.horizontalAdvance(name_);
}

QRectF GanttBarItem::box() const {
  if (!(bar_.from_day <= bar_.until_day) || !std::isfinite(bar_.until_day)) return {};
  const double left = scale_.x(bar_.from_day);
  return {left, top_ + kBarTop, std::max(kNarrowest, scale_.x(bar_.until_day) - left), kGanttBarHeight};
}

QRectF GanttBarItem::boundingRect() const {
  QRectF all = box();
  if (bar_.finish_days && std::isfinite(bar_.finish_days->low) && std::isfinite(bar_.finish_days->high)) {
    const double low = scale_.x(bar_.finish_days->low), high = scale_.x(bar_.finish_days->high);
    all = all.united(QRectF(low, top_ + kFinishAt - kFinishSize, std::max(1.0, high - low), 2 * kFinishSize));
  }
  return all.adjusted(-kBarMargin, -2, kBarMargin, 2);
}

void GanttBarItem::paintFinish(QPainter& painter) const {
  if (!bar_.finish_days || !(bar_.finish_days->low <= bar_.finish_days->high)) return;
  const double y = top_ + kFinishAt;
  const double low = scale_.x(bar_.finish_days->low), high = scale_.x(bar_.finish_days->high);
  painter.setPen(QPen(scale_.theme->text, 1.3));
  const double edge = scene() ? scene()->sceneRect().right() : high;
  painter.drawLine(QPointF(low, y), QPointF(std::min(high, edge), y));
  painter.drawLine(QPointF(low, y - kFinishSize), QPointF(low, y + kFinishSize));
  if (high <= edge) {
    painter.drawLine(QPointF(high, y - kFinishSize), QPointF(high, y + kFinishSize));
  } else {
    // It ends beyond the picture.
    const std::array<QPointF, 3> arrow = {QPointF(edge - 2 * kFinishSize, y - kFinishSize), QPointF(edge - 1, y),
                                          QPointF(edge - 2 * kFinishSize, y + kFinishSize)};
    painter.setBrush(scale_.theme->text);
    painter.drawPolygon(arrow.data(), static_cast<int>(arrow.size()));
  }
  if (!bar_.finish_p50) return;
  const double middle = scale_.x(*bar_.finish_p50);
  const std::array<QPointF, 4> diamond = {QPointF(middle, y - kFinishSize), QPointF(middle + kFinishSize, y),
                                          QPointF(middle, y + kFinishSize), QPointF(middle - kFinishSize, y)};
  painter.setPen(Qt::NoPen);
  painter.setBrush(scale_.theme->text);
  painter.drawPolygon(diamond.data(), static_cast<int>(diamond.size()));
}

void GanttBarItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const QRectF rect = box();
  if (rect.isEmpty()) return;
  constexpr double kPale = 0.4;  // chosen: seen, but not read as the answer
  painter->setOpacity(scale_.stale ? kPale : 1);
  const QColor color = ganttColor(*scale_.theme, bar_.kind);
  painter->fillRect(rect, color);
  if (isSelected()) {
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(scale_.theme->text, 2.5));
    painter->drawRect(rect.adjusted(-1, -1, 1, 1));
  }
  constexpr double kRoom = 10;  // pixels beside a text, chosen
  const QString* text = wordsWidth_ + kRoom < rect.width()  ? &words_
                        : nameWidth_ + kRoom < rect.width() ? &name_
                        : rect.width() >= kRoom             ? &letter_
                                                            : nullptr;
  if (text) {
    painter->setFont(barFont());
    painter->setPen(inkOn(color));
    painter->drawText(rect, Qt::AlignCenter, *text);
  }
  paintFinish(*painter);
}

void GanttGhost::show(std::vector<Bar> bars, double top, bool broken) {
  prepareGeometryChange();
  bars_ = std::move(bars);
  top_ = top;
  broken_ = broken;
  update();
}

QRectF GanttGhost::boundingRect() const {
  QRectF all;
  for (const Bar& bar : bars_)
    all = all.united(
        QRectF(scale_.x(bar.fromDay), top_ + kBarTop, scale_.x(bar.untilDay - bar.fromDay), kGanttBarHeight));
  constexpr double kTextRoom = 260;  // pixels of what stands behind a ghost, chosen
  return all.adjusted(-kBarMargin, -kBarMargin, kTextRoom, kBarMargin);
}

void GanttGhost::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const QColor color = broken_ ? scale_.theme->bad : scale_.theme->strong;
  QColor ground = scale_.theme->card;
  ground.setAlphaF(0.85F);
  for (const Bar& bar : bars_) {
    const QRectF rect(scale_.x(bar.fromDay), top_ + kBarTop, scale_.x(bar.untilDay - bar.fromDay), kGanttBarHeight);
    painter->setBrush(ground);
    painter->setPen(QPen(color, 2, Qt::DashLine));
    painter->drawRect(rect);
    painter->setFont(barFont());
    const QRectF words(rect.right() + 6, rect.top(), QFontMetrics(barFont()).horizontalAdvance(bar.text) + 6,
                       kGanttBarHeight);
    if (bar.text.isEmpty()) continue;
    painter->fillRect(words, ground);
    painter->setPen(color);
    painter->drawText(words, Qt::AlignVCenter | Qt::AlignLeft, bar.text);
  }
}

}  // namespace fmplan::gui
