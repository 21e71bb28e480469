#include "gui/gantt_panels.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include "core/base/quantity_text.h"
#include "gui/gantt_base.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

// Pixels, chosen to the eye.
constexpr int kAxisHeight = 22, kLaneHeight = 17, kMargin = 8;
constexpr std::size_t kMarkLanes = 2;
constexpr double kTickRoom = 84;  ///< of a date

/// Nodes come (down), go (up), are serviced (hatched), must be given back (diamond): told by shape.
void paintGlyph(QPainter& painter, picture::GanttMarkKind kind, double left, double right, double y,
                const Theme& theme) {
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.other);
  const auto polygon = [&](std::initializer_list<QPointF> points) {
    painter.drawPolygon(std::data(points), static_cast<int>(points.size()));
  };
  switch (kind) {
    case picture::GanttMarkKind::kDelivery: return polygon({{left - 5, y - 4}, {left + 5, y - 4}, {left, y + 5}});
    case picture::GanttMarkKind::kReturn: return polygon({{left - 5, y + 5}, {left + 5, y + 5}, {left, y - 4}});
    case picture::GanttMarkKind::kMaintenance: {
      const QRectF box(left, y - 5, std::max(4.0, right - left), 10);
      painter.fillRect(box, QBrush(theme.quiet, Qt::BDiagPattern));
      painter.setPen(theme.quiet);
      painter.setBrush(Qt::NoBrush);
      return painter.drawRect(box);
    }
    case picture::GanttMarkKind::kBlockEnd:
      painter.setBrush(theme.warn);
      return polygon({{left, y - 6}, {left + 5, y}, {left, y + 6}, {left - 5, y}});
  }
}

QString elided(const QPainter& painter, const QString& text, double width) {
  return painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(width));
}

QFont smaller(QFont font) {
  font.setPointSizeF(font.pointSizeF() * 0.85);
  return font;
}

}  // namespace

QFont squeezed(QFont font, const QString& text, double room) {
  constexpr int kLeast = 70;  // percent, chosen: can still be read
  const int stretch = static_cast<int>(100 * room / std::max(1, QFontMetrics(font).horizontalAdvance(text)));
  if (stretch < 100) font.setStretch(std::max(kLeast, stretch - 1));
  return font;
}

std::vector<picture::GanttTick> ganttTicks(const picture::Gantt& gantt, double pixelsPerDay) {
  const int days = picture::gantt_days(gantt);
  for (const int step : {1, 7}) {
    if (step * pixelsPerDay < kTickRoom) continue;
    std::vector<picture::GanttTick> ticks;
    for (int day = 0; day < days; day += step)
      ticks.push_back({.day = 1.0 * day, .date = {gantt.start.days_since_epoch + day}});
    return ticks;
  }
  return picture::gantt_ticks(gantt, std::max(1, static_cast<int>(days * pixelsPerDay / kTickRoom)));
}

GanttHeader::GanttHeader(GanttBase& view) : QWidget(&view), view_(view) {}

void GanttHeader::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = *view_.scale().theme;
  painter.fillRect(rect(), theme.card);
  painter.setFont(smaller(font()));
  painter.setPen(theme.quiet);
  if (!view_.gantt().marks.empty())
    painter.drawText(QRectF(kMargin, kAxisHeight, kGanttLabelWidth - kMargin, kLaneHeight), Qt::AlignVCenter,
                     tr("deliveries, returns, block ends, maintenance"));
  painter.setClipRect(kGanttLabelWidth, 0, width() - kGanttLabelWidth, height());
  painter.translate(kGanttLabelWidth - view_.horizontalScrollBar()->value(), 0);
  const double from = view_.horizontalScrollBar()->value(), until = from + width() - kGanttLabelWidth;
  for (const picture::GanttTick& tick : ganttTicks(view_.gantt(), view_.scale().pixelsPerDay)) {
    const double x = view_.scale().x(tick.day);
    if (x < from - kTickRoom || x > until) continue;
    painter.setPen(theme.line);
    painter.drawLine(QPointF(x, 2), QPointF(x, height()));
    painter.setPen(theme.text);
    painter.drawText(QRectF(x + 3, 0, kTickRoom, kAxisHeight), Qt::AlignVCenter, shown(date_text(tick.date)));
  }
  paintMarks(painter);
  if (const std::optional<double> today = view_.todayDay()) {
    const double x = view_.scale().x(*today);
    painter.setPen(QPen(theme.strong, 2, Qt::DotLine));
    painter.drawLine(QPointF(x, kAxisHeight), QPointF(x, height()));
    painter.drawText(QRectF(x + 4, height() - kLaneHeight, 100, kLaneHeight), Qt::AlignVCenter, tr("today"));
  }
  painter.resetTransform();
  painter.setClipping(false);
  painter.setPen(theme.edge);
  painter.drawLine(0, height() - 1, width(), height() - 1);
}

void GanttHeader::paintMarks(QPainter& painter) {
  const Theme& theme = *view_.scale().theme;
  std::array<double, kMarkLanes> free_from{};
  free_from.fill(-1e9);
  std::vector<const picture::GanttMark*> marks;
  for (const picture::GanttMark& mark : view_.gantt().marks) marks.push_back(&mark);
  std::ranges::stable_sort(marks, {}, [](const picture::GanttMark* mark) { return mark->day; });
  const double foot = view_.scale().x(picture::gantt_days(view_.gantt()));
  constexpr double kGlyph = 6, kGap = 4, kBetween = 10;  // pixels: half a mark, to its words, to the next, chosen
  for (const picture::GanttMark* mark : marks) {
    const auto days = picture::gantt_inside(view_.gantt(), *mark);
    if (!days) continue;
    const bool lasts = mark->kind == picture::GanttMarkKind::kMaintenance;
    // On the first day and on the last one it is not cut.
    const double first = view_.scale().x(days->low);
    const double left = lasts ? first : std::clamp(first, kGlyph, std::max(kGlyph, foot - kGlyph));
    const double right = lasts ? std::max(view_.scale().x(days->high), left + kGap) : left + kGlyph;
    const QString words = spoken(mark->label.empty() ? picture::gantt_mark_name(mark->kind) : mark->label);
    const double width = painter.fontMetrics().horizontalAdvance(words);
    // Behind the mark, or before it where the days end.
    const bool before = right + kGap + width > foot && left - kGlyph - kGap - width > 0;
    const double begin = before ? left - kGlyph - kGap - width : left;
    const auto lane = std::ranges::find_if(free_from, [&](double from) { return from <= begin; });
    const auto number = std::min<std::ptrdiff_t>(lane - free_from.begin(), kMarkLanes - 1);
    const double y = kAxisHeight + kLaneHeight * (static_cast<double>(number) + 0.5);
    paintGlyph(painter, mark->kind, left, right, y, theme);
    if (lane == free_from.end()) continue;
    painter.setPen(theme.text);
    painter.drawText(QRectF(before ? begin : right + kGap, y - kLaneHeight / 2.0, width + kBetween, kLaneHeight),
                     Qt::AlignVCenter, words);
    *lane = (before ? right : right + kGap + width) + kBetween;
  }
}

GanttLabels::GanttLabels(GanttBase& view) : QWidget(&view), view_(view) {}

void GanttLabels::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = *view_.scale().theme;
  painter.fillRect(rect(), theme.card);
  const double up = view_.verticalScrollBar()->value();
  QFont bold = font();
  bold.setBold(true);
  for (const GanttLine& line : view_.lines()) {
    const QRectF box(0, line.top - up, width(), line.height);
    if (box.bottom() < 0 || box.top() > height()) continue;
    const double room = width() - 3 * kMargin;
    if (line.isHeading()) {
      painter.fillRect(box, theme.ground);
      painter.setFont(bold);
      painter.setPen(theme.text);
      painter.drawText(box.adjusted(kMargin, 0, -kMargin, 0), Qt::AlignVCenter, elided(painter, line.heading, room));
      continue;
    }
    const bool at_risk = view_.gantt().rows[line.row].at_risk;
    if (at_risk) {
      painter.fillRect(box.adjusted(0, 0, 0, -1), theme.badGround);
      painter.fillRect(QRectF(0, box.top(), 4, box.height() - 1), theme.bad);
    }
    painter.setFont(font());
    painter.setPen(theme.text);
    painter.drawText(QRectF(2 * kMargin, box.top() + 1, room, 19), Qt::AlignVCenter, elided(painter, line.label, room));
    painter.setFont(squeezed(smaller(font()), line.status, room));
    painter.setPen(at_risk ? theme.bad : theme.quiet);
    painter.drawText(QRectF(2 * kMargin, box.top() + 18, room, 17), Qt::AlignVCenter,
                     elided(painter, line.status, room));
    painter.fillRect(QRectF(0, box.bottom() - 1, width(), 1), theme.line);
  }
}

GanttStrips::GanttStrips(GanttBase& view) : QWidget(&view), view_(view) {}

void GanttStrips::wheelEvent(QWheelEvent* event) {
  const int last = std::max(0, static_cast<int>(view_.gantt().pools.size()) - kMostGanttStrips);
  first_ = std::clamp(first_ + (event->angleDelta().y() < 0 ? 1 : -1), 0, last);
  update();
  event->accept();
}

void GanttStrips::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), view_.scale().theme->card);
  const auto& pools = view_.gantt().pools;
  const int last = std::max(0, static_cast<int>(pools.size()) - kMostGanttStrips);
  const int first = std::min(first_, last);
  for (int i = 0; i < kMostGanttStrips && first + i < static_cast<int>(pools.size()); ++i)
    paintStrip(painter, pools[static_cast<std::size_t>(first + i)], i * kGanttStripHeight);
}

void GanttStrips::paintStrip(QPainter& painter, const picture::GanttPool& pool, double top) {
  const Theme& theme = *view_.scale().theme;
  const auto days = static_cast<std::size_t>(picture::gantt_days(view_.gantt()));
  double most = 1;
  for (std::size_t day = 0; day < days; ++day)
    most = std::max({most, picture::gantt_amount(pool.capacity, day), picture::gantt_amount(pool.used, day)});
  painter.setPen(theme.edge);
  painter.drawLine(QPointF(0, top + 0.5), QPointF(width(), top + 0.5));
  const double room = kGanttLabelWidth - 3 * kMargin;
  painter.setFont(font());
  painter.setPen(theme.text);
  painter.drawText(QRectF(kMargin, top + 3, room, 20), Qt::AlignVCenter, elided(painter, shown(pool.name), room));
  painter.setFont(smaller(font()));
  painter.setPen(theme.quiet);
  const std::optional<double> mean = picture::gantt_mean_use(view_.gantt(), pool);
  const QString nodes = tr("0 to %1 nodes").arg(shown(count_text(most)));
  const auto share = mean ? picture::gantt_share(*mean) : std::nullopt;
  painter.drawText(QRectF(kMargin, top + 22, room, 18), Qt::AlignVCenter,
                   share ? tr("%1, %2 placed").arg(nodes, shown(*share)) : nodes);
  const double foot = top + kGanttStripHeight - 4, scale = (kGanttStripHeight - 10) / most;
  painter.setClipRect(QRectF(kGanttLabelWidth, top, width() - kGanttLabelWidth, kGanttStripHeight));
  painter.translate(kGanttLabelWidth - view_.horizontalScrollBar()->value(), 0);
  const double from = view_.horizontalScrollBar()->value(), until = from + width() - kGanttLabelWidth;
  const auto step = [&](std::size_t day) { return view_.scale().x(static_cast<double>(day)); };
  for (std::size_t day = 0; day < days; ++day) {
    if (step(day + 1) < from || step(day) > until) continue;
    const double there = picture::gantt_amount(pool.capacity, day), used = picture::gantt_amount(pool.used, day);
    const double wide = step(day + 1) - step(day);
    painter.fillRect(QRectF(step(day), foot - used * scale, wide, used * scale),
                     picture::gantt_over_capacity(there > 0 ? used / there : used) ? theme.bad : theme.band);
    painter.fillRect(QRectF(step(day), foot - there * scale - 1, wide, 1.5), theme.text);
  }
  painter.setPen(QPen(theme.strong, 1.5, Qt::DashLine));
  constexpr std::size_t kWeek = 7;  // days
  const std::vector<double> weeks = picture::gantt_week_use(view_.gantt(), pool);
  for (std::size_t week = 0; week < weeks.size(); ++week) {
    if (step((week + 1) * kWeek) < from || step(week * kWeek) > until) continue;
    const double y = foot - weeks[week] * scale;
    painter.drawLine(QPointF(step(week * kWeek), y), QPointF(step(std::min((week + 1) * kWeek, days)), y));
  }
  painter.resetTransform();
  painter.setClipping(false);
}

GanttLegend::GanttLegend(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); }

void GanttLegend::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void GanttLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(smaller(font()));
  double x = 0;
  const double middle = height() / 2.0;
  const auto words = [&](const QString& text) {
    painter.setPen(theme_->text);
    painter.drawText(QRectF(x, 0, 300, height()), Qt::AlignVCenter, text);
    x += painter.fontMetrics().horizontalAdvance(text) + 14;
  };
  for (std::size_t i = 0; i < picture::kNumGanttKinds; ++i) {
    const auto kind = static_cast<picture::GanttKind>(i);
    const QColor color = ganttColor(*theme_, kind);
    const QRectF box(x, middle - 7, 18, 14);
    painter.fillRect(box, color);
    painter.setPen(inkOn(color));
    painter.drawText(box, Qt::AlignCenter, QString(QLatin1Char(picture::gantt_kind_letter(kind))));
    x += 22;
    words(spoken(picture::gantt_kind_name(kind)));
  }
  painter.setPen(QPen(theme_->bad, 2));
  painter.drawLine(QPointF(x + 8, middle - 7), QPointF(x + 8, middle + 7));
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_->bad);
  const std::array<QPointF, 3> flag = {QPointF(x + 8, middle - 7), QPointF(x, middle - 3), QPointF(x + 8, middle + 1)};
  painter.drawPolygon(flag.data(), static_cast<int>(flag.size()));
  x += 13;
  words(tr("deadline"));
  painter.setPen(QPen(theme_->text, 1.3));
  painter.drawLine(QPointF(x, middle), QPointF(x + 22, middle));
  for (const double end : {x, x + 22}) painter.drawLine(QPointF(end, middle - 4), QPointF(end, middle + 4));
  painter.setBrush(theme_->text);
  painter.setPen(Qt::NoPen);
  const std::array<QPointF, 4> diamond = {QPointF(x + 11, middle - 4), QPointF(x + 15, middle),
                                          QPointF(x + 11, middle + 4), QPointF(x + 7, middle)};
  painter.drawPolygon(diamond.data(), static_cast<int>(diamond.size()));
  x += 27;
  words(tr("finish P10 – P50 – P90"));
  painter.setPen(QPen(theme_->text, 1.5));
  painter.drawLine(QPointF(x, middle - 5), QPointF(x + 18, middle - 5));
  painter.fillRect(QRectF(x, middle - 2, 18, 8), theme_->band);
  x += 22;
  words(tr("nodes there, placed; dashed: in use, simulated by week"));
}

}  // namespace fmplan::gui
