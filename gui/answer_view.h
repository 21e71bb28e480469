#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <vector>

#include <QTimer>

#include "core/answer/document.h"
#include "gui/charts.h"
#include "gui/model/told_answer.h"
#include "gui/page.h"
#include "gui/picture_view.h"
#include "gui/remark_list.h"
#include "gui/table_card.h"

class QGridLayout;

namespace fmplan::gui {

/// A whole answer as the core tells it: its line, its warnings, its charts two by two, its pictures, its tables.  For
/// pages whose answer has no shape of its own.  Line and warnings are shown at once, the parts one a turn of the loop.
class AnswerView : public QWidget {
  Q_OBJECT

 public:
  explicit AnswerView(QWidget* parent = nullptr);

  void show(const QString& title, answer::Document document, std::vector<ToldPicture> pictures = {});
  /// A line in an answer's place.
  void showWords(const QString& words);
  /// What is wrong with the question, and what it is a question of; the last answer stays, greyed.
  void showProblems(const Issues& issues, const QString& subject = {});
  void setTheme(const Theme& theme);
  /// So many tables stand above the charts, as what was asked for.  To be said before the first answer.
  void setLeadingTables(int count) { leading_tables_ = count; }

  /// Heads of tables are keys, to be told in words.  To be said before the first answer.
  void setKeyHeads(bool on) { key_heads_ = on; }

  /// Whether a part of the answer is yet to be shown.
  bool busy() const;

  QString headline() const { return headline_->text(); }
  const answer::Document& document() const { return document_; }
  /// Those of the answer, in its order.
  std::vector<const AnswerTable*> tables() const;

 Q_SIGNALS:
  /// Enter or a double click on what is wrong with a value.
  void placeActivated(const QString& pointer);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Part {
    Card* card = nullptr;
    BarChartView* chart = nullptr;
    PictureView* picture = nullptr;
    AnswerTable* table = nullptr;
  };
  void setHeadline(const QString& text);
  void setStale(bool stale);
  /// Where there is room pictures stand two by two, and a table beside one that is left.
  void arrange();
  void showNextPart();
  void showChart(std::size_t i);
  void showPicture(std::size_t i, const ToldPicture& picture);
  void showTable(std::size_t i);
  Part& chartAt(std::size_t index);
  Part& pictureAt(std::size_t index);
  Part& tableAt(std::size_t index);

  answer::Document document_;
  const Theme* theme_ = &lightTheme();
  QLabel* headline_;
  QLabel* lead_;
  RemarkList* remarks_;
  QGridLayout* grid_;
  int leading_tables_ = 0;
  bool key_heads_ = false;
  bool answered_ = false;     ///< what is shown is an answer, current or not
  std::size_t pictured_ = 0;  ///< pictures of the answer
  std::vector<Part> charts_, pictures_, tables_;
  std::deque<std::function<void()>> steps_;  ///< parts of the answer that are still to be shown, one a turn of the loop
  QTimer* next_step_;
};

}  // namespace fmplan::gui
