#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include <QGraphicsScene>

#include "core/base/date.h"
#include "gui/gantt_base.h"

namespace fmplan::gui {

class GanttHeader;
class GanttLabels;
class GanttStrips;

/// Projects on a time axis.  Names, axis and the use of pools stay where they are while the rest is moved and zoomed.
/// It moves nothing itself: it tells what somebody drags, and shows where that would lead.
class GanttView : public GanttBase {
  Q_OBJECT

 public:
  /// A bar by the numbers of its row and in it.
  struct BarAt {
    std::size_t row = 0, bar = 0;
    friend bool operator==(const BarAt&, const BarAt&) = default;
  };

  explicit GanttView(QWidget* parent = nullptr);
  ~GanttView() override;

  /// Where one is looking, and what is selected, stay where the new picture has them.
  void setGantt(picture::Gantt gantt);
  const picture::Gantt& gantt() const override { return *gantt_; }
  void setOrder(GanttOrder order);
  const std::vector<GanttLine>& lines() const override { return lines_; }
  void setTheme(const Theme& theme);
  void setStale(bool stale);
  /// A line on that day, where it is inside.
  void setToday(Date today);
  std::optional<double> todayDay() const override;
  const GanttScale& scale() const override { return scale_; }

  void zoomBy(double factor, std::optional<double> keptX = std::nullopt);
  /// The whole time axis.
  void fit();

  std::optional<BarAt> selectedBar() const;
  void select(BarAt at);
  /// On the viewport; empty where there is no such bar.
  QRect barRect(BarAt at) const;

  bool isDragging() const { return drag_.has_value(); }
  void showGhost(BarAt of, std::vector<GanttGhost::Bar> bars, bool broken);
  void hideGhost();
  /// Empty: none is shown.
  const std::vector<GanttGhost::Bar>& ghost() const { return ghost_->bars(); }

 Q_SIGNALS:
  void selected();
  /// The bar's middle by so many days.
  void barDragged(std::size_t row, std::size_t bar, double byDays);
  /// Its right edge to a day.
  void edgeDragged(std::size_t row, std::size_t bar, double day);
  void dropped();
  void dragEnded();  ///< dropped or given up
  /// By keyboard: days to move by, and steps to more nodes or fewer.
  void stepped(std::size_t row, std::size_t bar, int days, int widths);

 protected:
  void drawBackground(QPainter* painter, const QRectF& rect) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  void scrollContentsBy(int dx, int dy) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  enum class Grip { kMiddle, kEdge };
  struct Drag {
    BarAt at;
    Grip grip = Grip::kMiddle;
    double fromX = 0;
    bool moved = false;  ///< further than a hand trembles
  };
  struct Pan {
    QPoint from;
    int x = 0, y = 0;
  };

  /// As it was before bars were made anew: nobody chose it.
  void selectQuietly(std::optional<BarAt> at);
  void rebuild();
  void rescale(double pixelsPerDay);
  void endDrag(bool dropped);
  GanttBarItem* itemAtPoint(const QPoint& point) const;
  GanttBarItem* itemOf(BarAt at) const;
  void selectNeighbour(int key);
  void pan(int key);
  bool keyOfBar(QKeyEvent* event);
  void updatePanels();

  QGraphicsScene scene_;
  GanttScale scale_;
  std::unique_ptr<picture::Gantt> gantt_;  ///< at one place, since items point into it
  std::vector<GanttLine> lines_;
  std::vector<GanttBarItem*> bars_;  ///< line by line
  GanttGhost* ghost_;
  GanttOrder order_ = GanttOrder::kOrganisation;
  std::optional<Date> today_;
  std::optional<Drag> drag_;
  std::optional<Pan> pan_;
  bool fitted_ = true;
  GanttHeader* header_;
  GanttLabels* labels_;
  GanttStrips* strips_;
};

}  // namespace fmplan::gui
