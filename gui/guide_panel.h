#pragma once

#include <QDockWidget>
#include <QLabel>
#include <QPushButton>

namespace fmplan::gui {

/// A step of a guided example, in words.
struct GuideTold {
  QString title{};
  QString seen{};  ///< what the window shows, in the answer's own texts
  QString todo{};  ///< what to do next
  QString next{};  ///< of the button that goes on
  bool canShow = false, canGoBack = false;
};

/// Beside the pages, never over them: a step's words, and buttons that do it, go on and go back.
class GuidePanel : public QDockWidget {
  Q_OBJECT

 public:
  explicit GuidePanel(QWidget* parent = nullptr);

  void tell(const GuideTold& told);

  // What tests read and press, as a person would.
  QString title() const { return title_->text(); }
  QString seen() const { return seen_->text(); }
  QString todo() const { return todo_->text(); }
  QPushButton& showButton() const { return *show_; }
  QPushButton& nextButton() const { return *next_; }
  QPushButton& backButton() const { return *back_; }
  QPushButton& closeButton() const { return *close_; }

 Q_SIGNALS:
  void showAsked();
  void nextAsked();
  void backAsked();
  /// By its button, its cross or Escape.
  void closed();

 protected:
  void changeEvent(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QLayout* makeButtons();
  /// In the language of the program; what a step says is told from outside.
  void nameButtons();

  QLabel *title_, *seen_, *todo_;
  QPushButton *show_, *next_, *back_, *close_;
};

}  // namespace fmplan::gui
