#pragma once

#include <string>

#include <QImage>
#include <QSize>
#include <QWidget>

#include "gui/model/latest_task.h"
#include "gui/theme.h"

namespace fmplan::gui {

/// A picture that the core drew, as wide as there is room, in the colours of the theme and the language of the window.
/// It is read and drawn in a thread of its own, so that it holds nobody up; until then the last one stays.
class PictureView : public QWidget {
  Q_OBJECT

 public:
  explicit PictureView(QWidget* parent = nullptr);

  void setPicture(std::string svg);
  /// As it was drawn, whatever the theme and the language.
  const std::string& svg() const { return svg_; }
  /// In the language of the window, in the colours it was drawn in.
  QByteArray spokenSvg() const;
  void setTheme(const Theme& theme);
  void setStale(bool stale);
  bool isStale() const { return stale_; }
  /// Whether it is yet to be drawn as it is to be seen.
  bool busy() const { return task_.busy(); }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  QSize shownSize() const;
  void fit();
  void drawWhenSeen();

  std::string svg_;
  QSize size_;    ///< that the core drew it in
  QImage drawn_;  ///< as it is shown; null: it never was
  QSize asked_;   ///< pixels that it was last drawn in, or is being; empty: it has to be drawn
  const Theme* theme_ = &lightTheme();
  bool stale_ = false;
  LatestTask task_;
};

}  // namespace fmplan::gui
