#include "gui/charts.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "gui/model/spoken.h"

namespace fmplan::gui {
namespace {

constexpr int kBarHeight = 22;      // pixels of a bar with the gap to the next, chosen
constexpr double kBarShare = 0.68;  // of that, the bar itself

/// Of what is stale.
QColor pale(QColor color, bool stale) {
  constexpr float kPale = 0.35F;  // chosen: seen, but not read as the answer
  if (stale) color.setAlphaF(kPale);
  return color;
}

void styleAxis(QCPAxis* axis, const Theme& theme, bool stale) {
  axis->setBasePen(QPen(theme.edge));
  axis->setTickPen(QPen(theme.edge));
  axis->setSubTicks(false);
  axis->setTickLabelColor(pale(theme.text, stale));
  axis->setLabelColor(pale(theme.quiet, stale));
  axis->grid()->setPen(QPen(theme.line, 1, Qt::DotLine));
  axis->grid()->setZeroLinePen(QPen(theme.edge));
}

}  // namespace

BarChartView::BarChartView(QWidget* parent) : QCustomPlot(parent) {
  setFocusPolicy(Qt::NoFocus);
  yAxis->setRangeReversed(true);
  yAxis->setTickLength(0);
  yAxis->grid()->setVisible(false);
  xAxis->setTicks(false);
  xAxis->grid()->setVisible(false);
  xAxis->setTickLabels(false);
  axisRect()->setupFullAxesBox(false);
  xAxis2->setVisible(false);
  yAxis2->setVisible(false);
}

QSize BarChartView::sizeHint() const {
  return {320, std::max(3, static_cast<int>(chart_.bars.size())) * kBarHeight + 24};
}

void BarChartView::setChart(picture::BarChart chart) {
  chart_ = std::move(chart);
  setFixedHeight(sizeHint().height());
  draw();
}

void BarChartView::setTheme(const Theme& theme) {
  theme_ = &theme;
  draw();
}

void BarChartView::setStale(bool stale) {
  if (stale_ == stale) return;
  stale_ = stale;
  draw();
}

void BarChartView::resizeEvent(QResizeEvent* event) {
  QCustomPlot::resizeEvent(event);
  draw();
}

void BarChartView::draw() {
  clearPlottables();
  clearItems();
  setBackground(theme_->card);
  axisRect()->setBackground(theme_->card);
  styleAxis(xAxis, *theme_, stale_);
  styleAxis(yAxis, *theme_, stale_);
  yAxis->setTickLabelFont(font());
  auto ticker = QSharedPointer<QCPAxisTickerText>::create();
  const QFontMetrics metrics(font());
  // Texts stand behind the bars, so the axis ends where the longest of them still has room.
  double end = 1e-300, low = 0;
  for (const picture::Bar& bar : chart_.bars) {
    const double most = bar.interval ? std::max(bar.interval->high, bar.value) : bar.value;
    if (std::isfinite(most)) end = std::max(end, most);
    if (std::isfinite(bar.value)) low = std::min(low, bar.value);
  }
  if (chart_.limit) end = std::max(end, *chart_.limit);
  constexpr int kGap = 8;  // pixels between a bar and its text
  int labels = 0;
  for (const picture::Bar& bar : chart_.bars) labels = std::max(labels, metrics.horizontalAdvance(spoken(bar.label)));
  const double room = std::max(80, width() - labels - 40);
  double upper = end * 1.02;
  for (const picture::Bar& bar : chart_.bars) {
    const double most = bar.interval ? std::max(bar.interval->high, bar.value) : bar.value;
    const double text = metrics.horizontalAdvance(spoken(bar.text)) + 2 * kGap;
    if (std::isfinite(most) && text < room)
      upper = std::max(upper, low + (std::max(0.0, most) - low) / (1 - text / room));
  }
  // What is negative ends at zero, where a line stands, and has its text behind that.
  if (low < 0) {
    upper = std::max(upper, 0.0);
    low *= 1.02;
    auto* zero = new QCPItemStraightLine(this);
    zero->point1->setCoords(0, 0);
    zero->point2->setCoords(0, 1);
    zero->setPen(QPen(pale(theme_->text, stale_), 1));
  }
  xAxis->setRange(low, upper);
  yAxis->setRange(-0.6, std::max(1.0, static_cast<double>(chart_.bars.size())) - 0.4);

  for (std::size_t i = 0; i < chart_.bars.size(); ++i) {
    const picture::Bar& bar = chart_.bars[i];
    const auto at = static_cast<double>(i);
    ticker->addTick(at, spoken(bar.label));
    if (!std::isfinite(bar.value)) continue;
    auto* bars = new QCPBars(yAxis, xAxis);
    bars->setWidth(kBarShare);
    bars->setPen(Qt::NoPen);
    bars->setBrush(pale(bar.faint ? theme_->band : theme_->strong, stale_));
    bars->setData({at}, {bar.value});
    if (bar.interval) {
      auto* line = new QCPItemLine(this);
      line->start->setCoords(bar.interval->low, at);
      line->end->setCoords(bar.interval->high, at);
      line->setPen(QPen(pale(theme_->text, stale_), 2));
      line->setHead(QCPLineEnding(QCPLineEnding::esBar, 8, 4));
      line->setTail(QCPLineEnding(QCPLineEnding::esBar, 8, 4));
    }
    auto* text = new QCPItemText(this);
    text->setText(spoken(bar.text));
    text->setFont(font());
    text->setColor(pale(theme_->text, stale_));
    text->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    text->setPadding(QMargins(kGap, 0, 2, 0));
    text->setLayer(QStringLiteral("legend"));  // above the limit's line
    if (chart_.limit) text->setBrush(theme_->card);
    text->position->setCoords(bar.interval ? std::max(bar.interval->high, bar.value) : std::max(0.0, bar.value), at);
  }
  if (chart_.limit) {
    auto* line = new QCPItemStraightLine(this);
    line->point1->setCoords(*chart_.limit, 0);
    line->point2->setCoords(*chart_.limit, 1);
    line->setPen(QPen(pale(theme_->bad, stale_), 2, Qt::DashLine));
  }
  yAxis->setTicker(ticker);
  replot(QCustomPlot::rpQueuedReplot);
}

HistogramView::HistogramView(QWidget* parent) : QCustomPlot(parent) {
  setFocusPolicy(Qt::NoFocus);
  setMinimumHeight(170);
  xAxis->setLabel(tr("days"));
  yAxis->setLabel(tr("trials"));
  xAxis->grid()->setVisible(false);
  // Trials are counted: no half ones.
  yAxis->ticker()->setTickStepStrategy(QCPAxisTicker::tssReadability);
  yAxis->ticker()->setTickCount(4);
}

void HistogramView::setHistogram(DaysHistogram histogram) {
  histogram_ = std::move(histogram);
  draw();
}

void HistogramView::setTheme(const Theme& theme) {
  theme_ = &theme;
  draw();
}

void HistogramView::setStale(bool stale) {
  if (stale_ == stale) return;
  stale_ = stale;
  draw();
}

void HistogramView::draw() {
  clearPlottables();
  clearItems();
  setBackground(theme_->card);
  for (QCPAxis* axis : {xAxis, yAxis}) {
    styleAxis(axis, *theme_, stale_);
    axis->setTickLabelFont(font());
    axis->setLabelFont(font());
    axis->setVisible(!histogram_.bins.empty());
  }
  if (histogram_.bins.empty()) return replot(QCustomPlot::rpQueuedReplot);
  const double width = histogram_.bins.front().high - histogram_.bins.front().low;
  auto* inside = new QCPBars(xAxis, yAxis);
  auto* outside = new QCPBars(xAxis, yAxis);
  for (auto [bars, color] : {std::pair(inside, theme_->strong), std::pair(outside, theme_->band)}) {
    bars->setWidth(width * 0.92);
    bars->setPen(Qt::NoPen);
    bars->setBrush(pale(color, stale_));
  }
  double most = 1;
  const bool marked = histogram_.marks.size() == 3;
  for (const DaysHistogram::Bin& bin : histogram_.bins) {
    const double middle = (bin.low + bin.high) / 2, trials = static_cast<double>(bin.trials);
    const bool within = !marked || (middle >= histogram_.marks[0].days && middle <= histogram_.marks[2].days);
    (within ? inside : outside)->addData(middle, trials);
    most = std::max(most, trials);
  }
  yAxis->setRange(0, most * 1.28);
  double first = histogram_.bins.front().low, last = histogram_.bins.back().high;
  if (marked) {
    // P50 stands above, the others on the outer sides of their lines: the axis begins and ends where they have room.
    const QFontMetrics metrics(font());
    const auto share = [&](const QString& text) {
      return std::min(0.4, (metrics.horizontalAdvance(text) + 10.0) / std::max(1, axisRect()->width()));
    };
    const double left = share(histogram_.marks[0].text), right = share(histogram_.marks[2].text);
    first = std::max(0.0, std::min(first, (histogram_.marks[0].days - left * last) / (1 - left)));
    last = std::max(last, (histogram_.marks[2].days - right * first) / (1 - right));
  }
  xAxis->setRange(first, last);
  for (std::size_t i = 0; i < histogram_.marks.size(); ++i) {
    const DaysHistogram::Mark& mark = histogram_.marks[i];
    auto* line = new QCPItemLine(this);
    line->start->setCoords(mark.days, 0);
    line->end->setCoords(mark.days, most * 1.08);
    line->setPen(QPen(pale(theme_->text, stale_), 1.5, Qt::DashLine));
    auto* text = new QCPItemText(this);
    text->setText(mark.text);
    text->setFont(font());
    text->setColor(pale(theme_->text, stale_));
    const Qt::Alignment side = i == 0 ? Qt::AlignRight : i == 1 ? Qt::AlignHCenter : Qt::AlignLeft;
    text->setPositionAlignment(side | Qt::AlignBottom);
    text->position->setCoords(mark.days, most * (i == 1 ? 1.15 : 1.03));
    text->setPadding(QMargins(3, 0, 3, 0));
    text->setClipToAxisRect(false);
  }
  replot(QCustomPlot::rpQueuedReplot);
}

void HistogramView::resizeEvent(QResizeEvent* event) {
  QCustomPlot::resizeEvent(event);
  draw();
}

StackedBar::StackedBar(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

void StackedBar::setParts(std::vector<picture::Bar> parts, double limit, const QString& limitText) {
  parts_ = std::move(parts);
  limit_ = limit;
  limitText_ = limitText;
  update();
}

void StackedBar::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void StackedBar::setStale(bool stale) {
  stale_ = stale;
  update();
}

void StackedBar::paintEvent(QPaintEvent*) {
  if (parts_.empty() || !(limit_ > 0)) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  double used = 0;
  for (const picture::Bar& part : parts_) used += part.value;
  const double scale = (width() - 2) / (std::max(used, limit_) * 1.01);
  constexpr int kTop = 18, kHeight = 22;  // pixels of the bar, below the limit's text
  const QFontMetrics metrics(font());
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_->ground);
  painter.drawRect(QRectF(1, kTop, limit_ * scale, kHeight));
  double at = 1, legend = 1;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const double size = parts_[i].value * scale;
    const QColor color = pale(theme_->parts[i % theme_->parts.size()], stale_);
    painter.setPen(QPen(theme_->card, 1));
    painter.setBrush(color);
    painter.drawRect(QRectF(at, kTop, size, kHeight));
    at += size;
    const QString text = spoken(parts_[i].label);
    const int needed = metrics.horizontalAdvance(text) + 24;
    if (legend + needed > width()) continue;
    painter.setPen(Qt::NoPen);
    painter.drawRect(QRectF(legend, kTop + kHeight + 9, 10, 10));
    painter.setPen(pale(theme_->text, stale_));
    painter.drawText(QPointF(legend + 14, kTop + kHeight + 18), text);
    legend += needed;
  }
  const double end = 1 + limit_ * scale;
  painter.setPen(QPen(used > limit_ ? theme_->bad : theme_->text, 2, Qt::DashLine));
  painter.drawLine(QPointF(end, kTop - 4), QPointF(end, kTop + kHeight + 4));
  painter.setPen(pale(used > limit_ ? theme_->bad : theme_->quiet, stale_));
  if (metrics.horizontalAdvance(limitText_) < end - 4)
    painter.drawText(QRectF(0, 0, end - 4, kTop - 3), Qt::AlignRight | Qt::AlignVCenter, limitText_);
  else
    painter.drawText(QRectF(end + 4, 0, width() - end, kTop - 3), Qt::AlignLeft | Qt::AlignVCenter, limitText_);
}

}  // namespace fmplan::gui
