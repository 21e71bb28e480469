#pragma once

#include <string>

#include <QSvgRenderer>
#include <QWidget>

#include "gui/theme.h"

namespace fmplan::gui {

/// A picture that the core drew, as wide as there is room, in the colours of the theme and the language of the window.
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
  void load();
  void fit();

  std::string svg_;
  QSvgRenderer renderer_;
  const Theme* theme_ = &lightTheme();
  bool stale_ = false;
};

}  // namespace fmplan::gui
