#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include <QObject>

#include "gui/guide_panel.h"
#include "gui/main_window.h"
#include "gui/model/programme_engine.h"

namespace fmplan::gui {

/// The first example, in steps: a national programme is opened, read, changed, priced and put back.  It does what a
/// person would, or notices that somebody did it; every figure that it tells is one of the answer's texts.
class GuidedExample : public QObject {
  Q_OBJECT

 public:
  static constexpr int kSteps = 5;  // of Step, after the offer

  /// With a panel of its own below the window's pages.
  explicit GuidedExample(MainWindow& window);

  /// Shows that there is such an example, unless it was seen before.
  void offer();
  /// The first step.
  void start();
  /// 0: it is offered, and has not begun.
  int step() const { return step_; }
  GuidePanel& panel() const { return panel_; }
  /// Whether what the step asks for was done.
  bool isDone() const;

 private:
  void go(int step);
  void next();
  /// The one that is to be pressed next.
  void focusButton();
  /// Does what the step asks for.
  void act();
  void changeSomething();
  /// Tells the step anew: something has changed.
  void tell();
  void answered();

  QString title() const;
  QString seen() const;
  QString todo() const;
  QString leastSure() const;
  QString whatChanged() const;
  QString money() const;

  /// The bundled programme, read; none: there is none, or it cannot be.
  const std::optional<nlohmann::json>& example() const;
  bool isOpen() const;
  /// Whether the document is the example as it came.
  bool isUnchanged() const;
  /// Of the document as it is; null: it is still being answered.
  ProgrammeResultPtr answer() const;

  MainWindow& window_;
  GuidePanel& panel_;
  int step_ = 0;
  mutable std::optional<std::optional<nlohmann::json>> example_;
  ProgrammeResultPtr first_;  ///< of the example as it came
};

}  // namespace fmplan::gui
