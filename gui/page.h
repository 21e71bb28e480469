#pragma once

#include <functional>

#include <QWidget>

#include "gui/model/plan_file.h"
#include "gui/theme.h"

namespace fmplan::gui {

/// Pixels of a page's question, chosen: labels and the longest names of machines.
inline constexpr int kQuestionWidth = 326;

/// A page of the window.  It edits the document and shows answers; it computes nothing.
class Page : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// What a page without anything to show asks the window for.
  enum class Wish { kOpen, kExample, kProject };

  /// As --screenshot names it.
  virtual QString key() const = 0;
  virtual QString title() const = 0;
  /// Whether it has anything to say of such a document.
  virtual bool shows(PlanFile::Kind kind) const = 0;
  virtual void setTheme(const Theme& theme) = 0;
  /// Whether it still waits for a part of its answer.
  virtual bool busy() const = 0;

 Q_SIGNALS:
  void wished(fmplan::gui::Page::Wish wish);

 protected:
  /// The question at the left, as high as it is; the answer beside it.
  void layOut(QWidget& question, QWidget& answer);

  /// Does it now where the page is seen, else when it will be, in place of what waited before: what nobody looks at
  /// holds nobody up.
  void doWhenSeen(std::function<void()> act);
  /// Does what waits, before the page is told of something that came after it.
  void doNow();
  void showEvent(QShowEvent* event) override;

 private:
  std::function<void()> waits_;
};

}  // namespace fmplan::gui
