#include "gui/gantt_view.h"

#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include "gui/gantt_panels.h"

namespace fmplan::gui {
namespace {

constexpr double kMostPixels = 160;    // a day, chosen: more shows nothing more
constexpr double kLeastPixels = 0.02;  // a day, chosen: a hundred years in a window
constexpr double kZoomStep = 1.25;     // chosen: three steps double
constexpr int kEdge = 6;               // pixels at the right end of a bar that change its nodes, chosen
constexpr int kPanStep = 60;           // pixels of an arrow key, chosen

}  // namespace

GanttView::GanttView(QWidget* parent) : GanttBase(parent), gantt_(std::make_unique<picture::Gantt>()) {
  // Few items, all of which move when one zooms: an index would cost more than it saves.
  scene_.setItemIndexMethod(QGraphicsScene::NoIndex);
  setScene(&scene_);
  setAlignment(Qt::AlignLeft | Qt::AlignTop);
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setViewportUpdateMode(GanttBase::FullViewportUpdate);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
  setMinimumHeight(240);
  setAccessibleName(tr("Schedule"));
  setAccessibleDescription(
      tr("Arrows choose a bar; Alt with left and right moves its project by a day, with up and down changes its nodes. "
         "The same numbers stand behind Table."));
  ghost_ = new GanttGhost(scale_);
  scene_.addItem(ghost_);
  header_ = new GanttHeader(*this);
  labels_ = new GanttLabels(*this);
  strips_ = new GanttStrips(*this);
  connect(&scene_, &QGraphicsScene::selectionChanged, this, &GanttView::selected);
}

GanttView::~GanttView() {
  // The scene goes before what its items point into, and tells nobody.
  disconnect(&scene_, nullptr, this, nullptr);
  scene_.clear();
}

void GanttView::setGantt(picture::Gantt gantt) {
  const std::optional<BarAt> chosen = selectedBar();
  const bool same = gantt.start == gantt_->start && gantt.num_days == gantt_->num_days;
  {
    // Bars that go are none to be asked what is chosen.
    const QSignalBlocker quiet(scene_);
    for (const GanttBarItem* bar : bars_) delete bar;
    bars_.clear();
  }
  *gantt_ = std::move(gantt);
  if (!same) fitted_ = true;
  rebuild();
  selectQuietly(chosen);
}

void GanttView::selectQuietly(std::optional<BarAt> at) {
  const QSignalBlocker quiet(scene_);
  if (GanttBarItem* item = at ? itemOf(*at) : nullptr) item->setSelected(true);
}

void GanttView::rebuild() {
  const QSignalBlocker quiet(scene_);
  for (const GanttBarItem* bar : bars_) delete bar;
  bars_.clear();
  lines_ = ganttLines(*gantt_, order_);
  for (const GanttLine& line : lines_)
    for (const std::size_t bar : line.bars) {
      const picture::GanttRow& row = gantt_->rows[line.row];
      auto* item = new GanttBarItem(row.bars[bar], line.row, bar, line.top, scale_);
      item->setToolTip(ganttTip(*gantt_, row, row.bars[bar]));
      scene_.addItem(item);
      bars_.push_back(item);
    }
  const int strips = std::min(kMostGanttStrips, static_cast<int>(gantt_->pools.size())) * kGanttStripHeight;
  setViewportMargins(kGanttLabelWidth, kGanttHeaderHeight, 0, strips);
  if (fitted_)
    fit();
  else
    rescale(scale_.pixelsPerDay);
  updatePanels();
}

void GanttView::setOrder(GanttOrder order) {
  if (order_ == order) return;
  const std::optional<BarAt> chosen = selectedBar();
  order_ = order;
  rebuild();
  selectQuietly(chosen);
}

void GanttView::setTheme(const Theme& theme) {
  scale_.theme = &theme;
  setBackgroundBrush(theme.card);
  updatePanels();
}

void GanttView::setStale(bool stale) {
  if (scale_.stale == stale) return;
  scale_.stale = stale;
  updatePanels();
}

void GanttView::setToday(Date today) {
  today_ = today;
  updatePanels();
}

std::optional<double> GanttView::todayDay() const {
  if (!today_) return std::nullopt;
  const int day = today_->days_since_epoch - gantt_->start.days_since_epoch;
  return day >= 0 && day < gantt_->num_days ? std::optional<double>(day) : std::nullopt;
}

void GanttView::rescale(double pixelsPerDay) {
  for (GanttBarItem* bar : bars_) bar->rescale();
  scale_.pixelsPerDay = std::clamp(pixelsPerDay, kLeastPixels, kMostPixels);
  const double height = lines_.empty() ? 0 : lines_.back().top + lines_.back().height;
  scene_.setSceneRect(0, 0, scale_.x(picture::gantt_days(*gantt_)), height);
}

void GanttView::zoomBy(double factor, std::optional<double> keptX) {
  const double at = keptX.value_or(viewport()->width() / 2.0);
  const double day = (at + horizontalScrollBar()->value()) / scale_.pixelsPerDay;
  const double whole = 1.0 * viewport()->width() / picture::gantt_days(*gantt_);
  rescale(std::max(scale_.pixelsPerDay * factor, whole));
  fitted_ = scale_.pixelsPerDay <= whole * (1 + 1e-9);
  horizontalScrollBar()->setValue(static_cast<int>(std::lround(scale_.x(day) - at)));
  updatePanels();
}

void GanttView::fit() {
  fitted_ = true;
  rescale((viewport()->width() - 1.0) / picture::gantt_days(*gantt_));
  updatePanels();
}

std::optional<GanttView::BarAt> GanttView::selectedBar() const {
  for (const GanttBarItem* bar : bars_)
    if (bar->isSelected()) return BarAt{bar->row(), bar->index()};
  return std::nullopt;
}

GanttBarItem* GanttView::itemOf(BarAt at) const {
  const auto found = std::ranges::find_if(
      bars_, [&](const GanttBarItem* bar) { return bar->row() == at.row && bar->index() == at.bar; });
  return found == bars_.end() ? nullptr : *found;
}

void GanttView::select(BarAt at) {
  GanttBarItem* item = itemOf(at);
  if (!item || item->isSelected()) return;
  {
    const QSignalBlocker quiet(scene_);
    scene_.clearSelection();
  }
  item->setSelected(true);
  ensureVisible(item->box(), 20, 20);
  viewport()->update();
}

QRect GanttView::barRect(BarAt at) const {
  const GanttBarItem* item = itemOf(at);
  return item ? mapFromScene(item->box()).boundingRect() : QRect();
}

void GanttView::showGhost(BarAt of, std::vector<GanttGhost::Bar> bars, bool broken) {
  const auto line = std::ranges::find_if(lines_, [&](const GanttLine& one) {
    return !one.isHeading() && one.row == of.row && std::ranges::count(one.bars, of.bar) > 0;
  });
  ghost_->show(std::move(bars), line == lines_.end() ? 0 : line->top, broken);
  viewport()->update();
}

void GanttView::hideGhost() {
  ghost_->show({}, 0, false);
  viewport()->update();
}

void GanttView::updatePanels() {
  viewport()->update();
  header_->update();
  labels_->update();
  strips_->update();
}

void GanttView::scrollContentsBy(int dx, int dy) {
  GanttBase::scrollContentsBy(dx, dy);
  updatePanels();
}

void GanttView::resizeEvent(QResizeEvent* event) {
  GanttBase::resizeEvent(event);
  const QRect inside = viewport()->geometry();
  const int strips = std::min(kMostGanttStrips, static_cast<int>(gantt_->pools.size())) * kGanttStripHeight;
  header_->setGeometry(inside.left() - kGanttLabelWidth, inside.top() - kGanttHeaderHeight,
                       inside.width() + kGanttLabelWidth, kGanttHeaderHeight);
  labels_->setGeometry(inside.left() - kGanttLabelWidth, inside.top(), kGanttLabelWidth, inside.height());
  strips_->setGeometry(inside.left() - kGanttLabelWidth, inside.bottom() + 1, inside.width() + kGanttLabelWidth,
                       strips);
  if (fitted_) fit();
}

void GanttView::drawBackground(QPainter* painter, const QRectF& rect) {
  const Theme& theme = *scale_.theme;
  painter->fillRect(rect, theme.card);
  for (const GanttLine& line : lines_) {
    if (line.top + line.height < rect.top() || line.top > rect.bottom()) continue;
    const QRectF band(rect.left(), line.top, rect.width(), line.height);
    if (line.isHeading())
      painter->fillRect(band, theme.ground);
    else if (gantt_->rows[line.row].at_risk)
      painter->fillRect(band.adjusted(0, 0, 0, -1), theme.badGround);
    painter->fillRect(QRectF(rect.left(), line.top + line.height - 1, rect.width(), 1), theme.line);
  }
  painter->setPen(QPen(theme.line, 1));
  for (const picture::GanttTick& tick : ganttTicks(*gantt_, scale_.pixelsPerDay))
    painter->drawLine(QPointF(scale_.x(tick.day), rect.top()), QPointF(scale_.x(tick.day), rect.bottom()));
  for (const picture::GanttMark& mark : gantt_->marks) {
    if (mark.kind != picture::GanttMarkKind::kMaintenance || !(mark.until_day > mark.day)) continue;
    painter->fillRect(QRectF(scale_.x(mark.day), rect.top(), scale_.x(mark.until_day - mark.day), rect.height()),
                      QBrush(theme.line, Qt::BDiagPattern));
  }
}

void GanttView::drawForeground(QPainter* painter, const QRectF& rect) {
  const Theme& theme = *scale_.theme;
  painter->setRenderHint(QPainter::Antialiasing);
  for (const GanttLine& line : lines_) {
    if (line.isHeading() || line.top + line.height < rect.top() || line.top > rect.bottom()) continue;
    const std::optional<double> due = picture::gantt_deadline(*gantt_, gantt_->rows[line.row]);
    if (!due) continue;
    // A flag, so that it is not told by its colour alone.
    const double x = std::min(scale_.x(*due), scene_.sceneRect().right() - 1), top = line.top + 2;
    painter->setPen(QPen(theme.bad, 2));
    painter->drawLine(QPointF(x, top), QPointF(x, line.top + line.height - 2));
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.bad);
    const std::array<QPointF, 3> flag = {QPointF(x, top), QPointF(x - 8, top + 4), QPointF(x, top + 8)};
    painter->drawPolygon(flag.data(), static_cast<int>(flag.size()));
  }
  if (const std::optional<double> today = todayDay()) {
    painter->setPen(QPen(theme.strong, 2, Qt::DotLine));
    painter->drawLine(QPointF(scale_.x(*today), rect.top()), QPointF(scale_.x(*today), rect.bottom()));
  }
}

GanttBarItem* GanttView::itemAtPoint(const QPoint& point) const {
  const QPointF at = mapToScene(point);
  for (GanttBarItem* bar : bars_)
    if (bar->box().adjusted(-1, 0, kEdge / 2.0, 0).contains(at)) return bar;
  return nullptr;
}

void GanttView::wheelEvent(QWheelEvent* event) {
  constexpr double kNotch = 120;  // eighths of a degree of one notch of a wheel, as Qt has it
  if (event->modifiers().testFlag(Qt::ControlModifier)) {
    zoomBy(std::pow(kZoomStep, event->angleDelta().y() / kNotch), event->position().x());
    return event->accept();
  }
  GanttBase::wheelEvent(event);
}

void GanttView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return GanttBase::mousePressEvent(event);
  setFocus(Qt::MouseFocusReason);
  if (const GanttBarItem* bar = itemAtPoint(event->pos())) {
    select({bar->row(), bar->index()});
    const QRect on = mapFromScene(bar->box()).boundingRect();
    // Of a short bar the middle is more than the edge.
    const bool edge = event->pos().x() > on.right() - std::min(kEdge, on.width() / 3);
    drag_ = Drag{.at = {bar->row(), bar->index()},
                 .grip = edge ? Grip::kEdge : Grip::kMiddle,
                 .fromX = mapToScene(event->pos()).x()};
  } else {
    pan_ = Pan{.from = event->pos(), .x = horizontalScrollBar()->value(), .y = verticalScrollBar()->value()};
    viewport()->setCursor(Qt::ClosedHandCursor);
  }
  event->accept();
}

void GanttView::mouseMoveEvent(QMouseEvent* event) {
  event->accept();
  if (pan_) {
    const QPoint by = event->pos() - pan_->from;
    horizontalScrollBar()->setValue(pan_->x - by.x());
    verticalScrollBar()->setValue(pan_->y - by.y());
    return;
  }
  const double x = mapToScene(event->pos()).x();
  if (!drag_) {
    const GanttBarItem* bar = itemAtPoint(event->pos());
    const bool edge = bar && x > bar->box().right() - std::min<double>(kEdge, bar->box().width() / 3);
    viewport()->setCursor(!bar ? Qt::ArrowCursor : edge ? Qt::SizeHorCursor : Qt::OpenHandCursor);
    return GanttBase::mouseMoveEvent(event);
  }
  constexpr double kTremble = 3;  // pixels, chosen
  drag_->moved = drag_->moved || std::abs(x - drag_->fromX) >= kTremble;
  if (!drag_->moved) return;
  const auto [row, bar] = drag_->at;
  if (drag_->grip == Grip::kMiddle)
    Q_EMIT barDragged(row, bar, (x - drag_->fromX) / scale_.pixelsPerDay);
  else
    Q_EMIT edgeDragged(row, bar, x / scale_.pixelsPerDay);
}

void GanttView::mouseReleaseEvent(QMouseEvent* event) {
  event->accept();
  if (pan_) {
    pan_.reset();
    viewport()->unsetCursor();
  } else if (drag_) {
    endDrag(drag_->moved);
  } else {
    GanttBase::mouseReleaseEvent(event);
  }
}

void GanttView::endDrag(bool was_dropped) {
  drag_.reset();
  hideGhost();
  if (was_dropped) Q_EMIT dropped();
  Q_EMIT dragEnded();
}

void GanttView::focusInEvent(QFocusEvent* event) {
  GanttBase::focusInEvent(event);
  if (!selectedBar() && !bars_.empty() && event->reason() != Qt::MouseFocusReason)
    select({bars_.front()->row(), bars_.front()->index()});
}

void GanttView::focusOutEvent(QFocusEvent* event) {
  GanttBase::focusOutEvent(event);
  if (drag_) endDrag(false);
}

void GanttView::selectNeighbour(int key) {
  const std::optional<BarAt> now = selectedBar();
  const auto at = std::ranges::find_if(bars_, [](const GanttBarItem* bar) { return bar->isSelected(); });
  if (!now || at == bars_.end()) return;
  const auto place = at - bars_.begin();
  auto next = place;
  const auto last = static_cast<std::ptrdiff_t>(bars_.size()) - 1;
  const auto bar = [&](std::ptrdiff_t i) { return bars_[static_cast<std::size_t>(i)]; };
  if (key == Qt::Key_Left || key == Qt::Key_Right) {
    next = std::clamp<std::ptrdiff_t>(place + (key == Qt::Key_Left ? -1 : 1), 0, last);
  } else {
    // The first bar of the line above or below.
    const int by = key == Qt::Key_Up ? -1 : 1;
    const double top = (*at)->box().top();
    while (next + by >= 0 && next + by <= last && bar(next)->box().top() == top) next += by;
    while (next > 0 && bar(next - 1)->box().top() == bar(next)->box().top()) --next;
  }
  select({bar(next)->row(), bar(next)->index()});
}

void GanttView::pan(int key) {
  QScrollBar* bar = key == Qt::Key_Left || key == Qt::Key_Right ? horizontalScrollBar() : verticalScrollBar();
  bar->setValue(bar->value() + (key == Qt::Key_Left || key == Qt::Key_Up ? -kPanStep : kPanStep));
}

bool GanttView::keyOfBar(QKeyEvent* event) {
  const int key = event->key();
  if (key != Qt::Key_Left && key != Qt::Key_Right && key != Qt::Key_Up && key != Qt::Key_Down) return false;
  const std::optional<BarAt> at = selectedBar();
  if (event->modifiers().testFlag(Qt::AltModifier)) {
    if (!at) return true;
    const bool days = key == Qt::Key_Left || key == Qt::Key_Right;
    const int by = key == Qt::Key_Left || key == Qt::Key_Down ? -1 : 1;
    Q_EMIT stepped(at->row, at->bar, days ? by : 0, days ? 0 : by);
  } else if (at && !event->modifiers().testFlag(Qt::ControlModifier)) {
    selectNeighbour(key);
  } else {
    pan(key);
  }
  return true;
}

void GanttView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    if (drag_)
      endDrag(false);
    else if (selectedBar())
      scene_.clearSelection();
    else
      return GanttBase::keyPressEvent(event);
    return event->accept();
  }
  if (keyOfBar(event)) return event->accept();
  switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoomBy(kZoomStep);
    case Qt::Key_Minus: return zoomBy(1 / kZoomStep);
    case Qt::Key_0: return fit();
    default: GanttBase::keyPressEvent(event);
  }
}

}  // namespace fmplan::gui
