#pragma once

#include <string>

#include <QPixmap>
#include <QSvgRenderer>
#include <QTimer>
#include <QWidget>

#include "gui/theme.h"

namespace fmplan::gui {

/// A picture that the core drew, as wide as there is room, in the colours of the theme and the language of the window.
/// It is read and drawn in events of its own, so that neither holds up the answer that it came with; until then the
/// last one stays.
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

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void loadSoon();
  void load();
  void fit();
  void draw();

  std::string svg_;
  QSvgRenderer renderer_;
  QPixmap drawn_;    ///< the picture as it is shown; null: it has to be drawn
  QTimer* loading_;  ///< runs until the picture is read
  const Theme* theme_ = &lightTheme();
  bool stale_ = false;
};

}  // namespace fmplan::gui
