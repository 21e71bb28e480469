#include "gui/cost_charts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

constexpr double kRoomAbove = 1.12;  // of the axis above the highest value, chosen
constexpr int kMostLabels = 9;       // months that are named, chosen

/// Amounts as the command line prints them.
class AmountTicker : public QCPAxisTicker {
 public:
  explicit AmountTicker(scenario::Currency currency) : currency_(std::move(currency)) { setTickCount(5); }

 protected:
  QString getTickLabel(double tick, const QLocale&, QChar, int) override {
    return shown(programme::amount_text(currency_, tick));
  }

 private:
  scenario::Currency currency_;
};

QColor paled(QColor color, bool stale) {
  constexpr float kPale = 0.35F;  // chosen: seen, but not read as the answer
  if (stale) color.setAlphaF(kPale);
  return color;
}

/// Neighbours differ in their pattern too.
QBrush brushOf(const Theme& theme, std::size_t index, bool stale) {
  const QColor color = paled(theme.parts.at(index % theme.parts.size()), stale);
  return index % 2 == 0 ? QBrush(color) : QBrush(color, Qt::Dense2Pattern);
}

void styleAxes(QCustomPlot& plot, const Theme& theme, bool stale) {
  plot.setBackground(theme.card);
  plot.axisRect()->setBackground(theme.card);
  for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
    axis->setBasePen(QPen(theme.edge));
    axis->setTickPen(QPen(theme.edge));
    axis->setSubTicks(false);
    axis->setTickLabelColor(paled(theme.text, stale));
    axis->setTickLabelFont(plot.font());
    axis->grid()->setPen(QPen(theme.line, 1, Qt::DotLine));
    axis->grid()->setZeroLinePen(QPen(theme.edge));
  }
  plot.xAxis->grid()->setVisible(false);
  plot.legend->setVisible(true);
  plot.legend->setBrush(theme.card);
  plot.legend->setBorderPen(Qt::NoPen);
  plot.legend->setFont(plot.font());
  plot.legend->setTextColor(theme.text);
}

/// Beside the axes, and not upon what they show.
void legendAtRight(QCustomPlot& plot) {
  auto* beside = new QCPLayoutGrid;
  plot.plotLayout()->addElement(0, 1, beside);
  beside->addElement(0, 0, plot.legend);
  beside->addElement(1, 0, new QCPLayoutElement(&plot));
  beside->setRowStretchFactor(0, 0.001);
  plot.plotLayout()->setColumnStretchFactor(1, 0.001);
  beside->setMargins({0, 4, 4, 0});
}

QSharedPointer<QCPAxisTickerText> monthTicker(const std::vector<std::string>& months) {
  auto ticker = QSharedPointer<QCPAxisTickerText>::create();
  const std::size_t step = (months.size() + kMostLabels - 1) / kMostLabels;
  for (std::size_t i = 0; i < months.size(); i += std::max<std::size_t>(1, step))
    ticker->addTick(static_cast<double>(i), shown(months[i]));
  return ticker;
}

void addWords(QCustomPlot& plot, const Theme& theme, double x, double y, const QString& words, Qt::Alignment side) {
  auto* text = new QCPItemText(&plot);
  text->setText(words);
  text->setFont(plot.font());
  text->setColor(theme.bad);
  text->setPositionAlignment(side | Qt::AlignBottom);
  text->position->setCoords(x, y);
  text->setPadding(QMargins(4, 0, 4, 2));
  text->setClipToAxisRect(false);
}

void clear(QCustomPlot& plot) {
  plot.clearPlottables();
  plot.clearItems();
}

}  // namespace

MonthsChart::MonthsChart(QWidget* parent) : QCustomPlot(parent) {
  setFocusPolicy(Qt::NoFocus);
  setMinimumHeight(210);
  legendAtRight(*this);
}

void MonthsChart::setPicture(programme::CostPicture picture) {
  picture_ = std::move(picture);
  draw();
}

void MonthsChart::setTheme(const Theme& theme) {
  theme_ = &theme;
  draw();
}

void MonthsChart::setStale(bool stale) {
  if (stale_ == stale) return;
  stale_ = stale;
  draw();
}

void MonthsChart::draw() {
  clear(*this);
  styleAxes(*this, *theme_, stale_);
  const std::size_t months = picture_.months.size();
  std::vector<double> sums(months);
  std::vector<bool> unknown(months);
  QCPBars* below = nullptr;
  std::vector<QCPBars*> stack;
  for (std::size_t i = 0; i < picture_.bars.size(); ++i) {
    auto* bars = new QCPBars(xAxis, yAxis);
    bars->removeFromLegend();
    bars->setName(spoken(picture_.bars[i].name));
    bars->setBrush(brushOf(*theme_, i, stale_));
    // Neither outline nor gap: between small parts they would eat them.
    bars->setPen(Qt::NoPen);
    bars->setStackingGap(0);
    bars->setWidth(0.7);
    if (below) bars->moveAbove(below);
    below = bars;
    for (std::size_t month = 0; month < months; ++month) {
      const std::optional<double>& amount = picture_.bars[i].months[month];
      if (!amount) unknown[month] = true;
      bars->addData(static_cast<double>(month), amount.value_or(0));
      sums[month] += amount.value_or(0);
    }
    stack.push_back(bars);
  }
  // The legend has the order of the stack: the topmost first.
  for (auto bars = stack.rbegin(); bars != stack.rend(); ++bars) (*bars)->addToLegend();
  const double most = months == 0 ? 0 : *std::ranges::max_element(sums);
  xAxis->setTicker(monthTicker(picture_.months));
  xAxis->setRange(-0.6, std::max(1.0, static_cast<double>(months)) - 0.4);
  yAxis->setTicker(QSharedPointer<AmountTicker>::create(picture_.currency));
  yAxis->setRange(0, most > 0 ? most * kRoomAbove : 1);
  yAxis->setTickLabels(most > 0);
  for (std::size_t month = 0; month < months; ++month)
    if (unknown[month])
      addWords(*this, *theme_, static_cast<double>(month), sums[month], tr("unknown"), Qt::AlignHCenter);
  replot(QCustomPlot::rpQueuedReplot);
}

CumulativeChart::CumulativeChart(QWidget* parent) : QCustomPlot(parent) {
  setFocusPolicy(Qt::NoFocus);
  setMinimumHeight(210);
  legendAtRight(*this);
}

void CumulativeChart::setPicture(programme::CostPicture picture) {
  picture_ = std::move(picture);
  draw();
}

void CumulativeChart::setTheme(const Theme& theme) {
  theme_ = &theme;
  draw();
}

void CumulativeChart::setStale(bool stale) {
  if (stale_ == stale) return;
  stale_ = stale;
  draw();
}

void CumulativeChart::drawBand() {
  QCPGraph* low = addGraph();
  QCPGraph* high = addGraph();
  low->addData(-1, 0);
  high->addData(-1, 0);
  for (std::size_t month = 0; month < picture_.until.size(); ++month) {
    const auto& range = picture_.until[month].given_range;
    if (!range) break;
    low->addData(static_cast<double>(month), range->low);
    high->addData(static_cast<double>(month), range->high);
  }
  low->setPen(Qt::NoPen);
  low->removeFromLegend();
  high->setName(tr("P10 to P90"));
  high->setPen(Qt::NoPen);
  high->setBrush(paled(theme_->band, stale_));
  high->setChannelFillGraph(low);
}

void CumulativeChart::drawLines() {
  const auto line = [this](const QString& name, const QPen& pen, std::optional<double> programme::CostUntil::*amount) {
    QCPGraph* graph = addGraph();
    graph->setName(name);
    graph->setPen(pen);
    graph->addData(-1, 0);
    for (std::size_t month = 0; month < picture_.until.size(); ++month) {
      const std::optional<double>& value = picture_.until[month].*amount;
      if (!value) break;
      graph->addData(static_cast<double>(month), *value);
    }
    return graph;
  };
  line(tr("expected"), QPen(paled(theme_->strong, stale_), 2.5), &programme::CostUntil::given)
      ->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 6));
  line(tr("pools, held"), QPen(paled(theme_->other, stale_), 2, Qt::DashLine), &programme::CostUntil::held);
}

void CumulativeChart::draw() {
  clear(*this);
  styleAxes(*this, *theme_, stale_);
  drawBand();
  drawLines();
  const double last = std::max(1.0, static_cast<double>(picture_.months.size())) - 0.9;
  double most = picture_.budgets.sum.value_or(0);
  for (const programme::CostUntil& until : picture_.until)
    most = std::max(
        {most, until.given.value_or(0), until.held.value_or(0), until.given_range ? until.given_range->high : 0.0});
  if (picture_.budgets.sum) {
    QCPGraph* budget = addGraph();
    budget->setName(picture_.budgets.stated == picture_.budgets.organisations
                        ? tr("budgets")
                        : tr("budgets of %1 of %2").arg(picture_.budgets.stated).arg(picture_.budgets.organisations));
    budget->setPen(QPen(paled(theme_->bad, stale_), 2, Qt::DashDotLine));
    budget->addData(-1, *picture_.budgets.sum);
    budget->addData(last, *picture_.budgets.sum);
  }
  const auto unknown = std::ranges::find_if(picture_.until, [](const auto& until) { return !until.given; });
  if (unknown != picture_.until.end()) {
    const auto month = static_cast<std::size_t>(unknown - picture_.until.begin());
    addWords(*this, *theme_, static_cast<double>(month) - 0.9, 0,
             tr("unknown from %1 on").arg(shown(picture_.months[month])), Qt::AlignLeft);
  }
  xAxis->setTicker(monthTicker(picture_.months));
  xAxis->setRange(-1, last);
  yAxis->setTicker(QSharedPointer<AmountTicker>::create(picture_.currency));
  yAxis->setRange(0, most > 0 ? most * kRoomAbove : 1);
  yAxis->setTickLabels(most > 0);
  replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace fmplan::gui
