#pragma once

#include <vector>

#include <QFrame>
#include <QLabel>
#include <QTableView>
#include <QToolButton>

#include "core/answer/table.h"
#include "gui/model/table_model.h"
#include "gui/theme.h"

class QStackedLayout;
class QVBoxLayout;

namespace fmplan::gui {

/// A table of an answer: as high as its rows, copied as spreadsheets take it, gone through by keyboard.
class AnswerTable : public QTableView {
  Q_OBJECT

 public:
  explicit AnswerTable(QWidget* parent = nullptr);

  void setTable(answer::Table table);
  const TableModel& tableModel() const { return model_; }
  void setStale(bool stale);
  /// The column that takes what room is left; the last by default.  The first is one of names before numbers: all
  /// columns then share the room.
  void setWideColumn(int column) { wide_ = column; }
  void setMostRows(int rows) { most_rows_ = rows; }
  /// As TableModel has it.  To be said before the first table.
  void setKeyHeads(bool on) { model_.setKeyHeads(on); }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  /// Enter or a double click on a row.
  void rowActivated(int row);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void fit();
  struct TextWidths {
    std::vector<std::vector<int>> cells;  ///< what each needs to be shown in a line, by column and row
    std::vector<int> words;               ///< by column: of the widest word
  };
  TextWidths textWidths() const;
  /// Gives columns the room that is left.
  static void spread(std::vector<int>& widths, int left, int wide);
  /// As high as what wraps in columns so wide.
  void fitRows(const std::vector<std::vector<int>>& texts, const std::vector<int>& widths);

  TableModel model_;
  bool fits_later_ = false;  ///< when it is shown
  int fitted_to_ = -1;       ///< the width that the columns were last laid out for; -1: not yet
  int wide_ = -1;
  int most_rows_ = 14;  ///< beyond, it scrolls (chosen)
};

/// A part of a page: a title, what it holds, a line of notes; a chart with its table behind a switch.
class Card : public QFrame {
  Q_OBJECT

 public:
  explicit Card(const QString& title, QWidget* parent = nullptr);

  void setTitle(const QString& title);
  void setNotes(const QString& text);
  void addWidget(QWidget* widget);
  /// Shows a chart or picture, which can be saved.
  void addPicture(QWidget* chart);
  /// Whether there is a chart, and whether it has a table; else neither can be seen, saved or switched.
  void setOffered(bool chart, bool table);
  /// Shows `chart`, and `table` in its place where its switch is on.
  void addChart(QWidget* chart, AnswerTable* table);
  QToolButton* tableSwitch() const { return switch_; }
  QVBoxLayout* body() const { return body_; }
  /// Beside the title, at the right.
  void addAction(QWidget* widget);

 private:
  void nameButtons();

  QLabel* title_;
  QLabel* notes_;
  QVBoxLayout* body_;
  class QHBoxLayout* head_;
  QToolButton *switch_ = nullptr, *save_ = nullptr;
  QWidget *chart_ = nullptr, *table_ = nullptr;
};

}  // namespace fmplan::gui
