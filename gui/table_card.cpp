#include "gui/table_card.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QHash>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QVBoxLayout>

#include "gui/model/spoken.h"
#include "gui/picture_file.h"

namespace fmplan::gui {
namespace {

constexpr int kGap = 6;  // pixels, chosen: between columns

/// How wide texts are by their letters one by one, so that none of thousands need be laid out.
class LetterWidths {
 public:
  explicit LetterWidths(const QFont& font) : metrics_(font) {}

  struct Widths {
    int whole = 0, word = 0;  ///< of the text, and of its widest word
  };

  Widths of(const QString& text) {
    Widths widths;
    int word = 0;
    for (const QChar letter : text) {
      const int width = of(letter);
      widths.whole += width;
      word = letter.isSpace() ? 0 : word + width;
      widths.word = std::max(widths.word, word);
    }
    return widths;
  }

 private:
  int of(QChar letter) {
    const auto [known, added] = widths_.try_emplace(letter.unicode(), 0);
    if (added) known->second = metrics_.horizontalAdvance(letter);
    return known->second;
  }

  QFontMetrics metrics_;
  std::unordered_map<char16_t, int> widths_;
};

}  // namespace

AnswerTable::AnswerTable(QWidget* parent) : QTableView(parent) {
  setModel(&model_);
  setShowGrid(false);
  setWordWrap(true);
  setTabKeyNavigation(false);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& at) { Q_EMIT rowActivated(at.row()); });
}

void AnswerTable::setTable(answer::Table table) {
  // Measuring texts is what takes longest of showing an answer, and most tables stay as they are while somebody types.
  if (table.rows == model_.table().rows && table.header == model_.table().header) return;
  setAccessibleName(spoken(table.title));
  horizontalHeader()->setVisible(!table.header.empty());
  model_.setTable(std::move(table));
  fit();
}

void AnswerTable::setStale(bool stale) {
  QPalette colors = QApplication::palette();
  if (stale) colors.setColor(QPalette::Text, colors.color(QPalette::PlaceholderText));
  setPalette(colors);
}

void AnswerTable::showEvent(QShowEvent* event) {
  if (std::exchange(fits_later_, false)) fit();
  QTableView::showEvent(event);
}

AnswerTable::TextWidths AnswerTable::textWidths() const {
  TextWidths widths;
  LetterWidths letters(font());
  for (int i = 0; i < model_.columnCount(); ++i) {
    std::vector<int>& column = widths.cells.emplace_back();
    int& word = widths.words.emplace_back(0);
    for (int row = 0; row < model_.rowCount(); ++row) {
      const LetterWidths::Widths text = letters.of(model_.index(row, i).data().toString());
      column.push_back(text.whole);
      word = std::max(word, text.word);
    }
    // What lies around a text is told by the widest, which alone is laid out.
    const auto widest = std::ranges::max_element(column);
    if (widest == column.end()) continue;
    const int whole = sizeHintForIndex(model_.index(static_cast<int>(widest - column.begin()), i)).width();
    const int around = whole - *widest;
    for (int& width : column) width += around;
    word += around;
  }
  return widths;
}

void AnswerTable::fitRows(const std::vector<std::vector<int>>& texts, const std::vector<int>& widths) {
  constexpr int kLeast = 24, kAround = 4;  // pixels, chosen
  QStyleOptionViewItem option;
  initViewItemOption(&option);
  // Texts that wrap are laid out once, however many rows have them.
  std::vector<QHash<QString, int>> heights(widths.size());
  const auto wrapped_height = [&](const QModelIndex& cell) {
    QHash<QString, int>& known = heights[static_cast<std::size_t>(cell.column())];
    const QString text = cell.data().toString();
    const auto found = known.constFind(text);
    if (found != known.constEnd()) return *found;
    option.rect = {0, 0, columnWidth(cell.column()), 1};  // without a height a text is laid out in one line
    return *known.insert(text, itemDelegateForIndex(cell)->sizeHint(option, cell).height());
  };
  const int plain = model_.rowCount() == 0 ? 0 : sizeHintForIndex(model_.index(0, 0)).height();
  for (int row = 0; row < model_.rowCount(); ++row) {
    const std::vector<std::string>& cells = model_.table().rows[static_cast<std::size_t>(row)];
    const bool has_lines =
        std::ranges::any_of(cells, [](const std::string& cell) { return cell.find('\n') != std::string::npos; });
    int height = has_lines ? sizeHintForRow(row) : plain;
    for (std::size_t i = 0; i < widths.size(); ++i)
      if (texts[i][static_cast<std::size_t>(row)] + kGap > widths[i])
        height = std::max(height, wrapped_height(model_.index(row, static_cast<int>(i))));
    setRowHeight(row, std::max(kLeast, height + kAround));
  }
}

void AnswerTable::spread(std::vector<int>& widths, int left, int wide) {
  // Numbers far from what they are of are hard to follow: each stands a little apart, and the rest stays empty.
  constexpr int kMost = 72;  // pixels, chosen: some letters
  if (wide == 0 && widths.size() > 1)
    for (int& width : widths) width += std::min(kMost, left / static_cast<int>(widths.size()));
  else
    widths[static_cast<std::size_t>(wide)] += left;
}

void AnswerTable::fit() {
  // Of pages and tabs that nobody looks at nothing is measured: with hundreds of rows that would hold the loop.
  fits_later_ = !isVisible();
  if (fits_later_) return updateGeometry();
  const int columns = model_.columnCount();
  if (columns == 0) return updateGeometry();
  const int wide = wide_ < 0 ? columns - 1 : std::min(wide_, columns - 1);
  fitted_to_ = viewport()->width();
  const int room = std::max(fitted_to_, 120);
  constexpr int kLeast = 40;  // pixels, chosen: of the narrowest column
  const auto [texts, words] = textWidths();
  // What has no blank is cut where it has no room: a column is as wide as its widest word at least, be it a number or a
  // machine's name.  An address is no such word.
  constexpr int kLongest = 220;  // pixels, chosen: of a word
  std::vector<int> widths, least;
  for (int i = 0; i < columns; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const int header = horizontalHeader()->isHidden() ? 0 : horizontalHeader()->sectionSizeHint(i);
    least.push_back(std::max({header, kLeast, std::min(words[at] + kGap, kLongest)}));
    const int widest = texts[at].empty() ? 0 : *std::ranges::max_element(texts[at]);
    widths.push_back(std::max(widest + kGap, least.back()));
  }
  // Where not all have room, the widest give way until they have, and their texts wrap; names, in the first, last.
  const auto total = [&widths] { return std::accumulate(widths.begin(), widths.end(), 0); };
  const auto shrink = [&](std::size_t first) {
    while (total() > room) {
      std::size_t widest = widths.size();
      for (std::size_t i = first; i < widths.size(); ++i)
        if (widths[i] > least[i] && (widest == widths.size() || widths[i] > widths[widest])) widest = i;
      if (widest == widths.size()) return;
      widths[widest] -= std::min(widths[widest] - least[widest], std::max(1, (total() - room) / columns));
    }
  };
  // Where not even the heads and words have, as of measured rows with all their columns, one scrolls.
  // Judged as if a bar stood at the right already: one bar may bring the other, and take it away again.
  const int room_beside_bar = width() - 2 * frameWidth() - verticalScrollBar()->sizeHint().width();
  const bool scrolls = std::accumulate(least.begin(), least.end(), 0) > std::max(room_beside_bar, 120);
  setHorizontalScrollBarPolicy(scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
  if (!scrolls) {
    shrink(1);
    shrink(0);
  }
  spread(widths, std::max(0, room - total()), wide);
  for (int i = 0; i < columns; ++i) setColumnWidth(i, widths[static_cast<std::size_t>(i)]);
  fitRows(texts, widths);
  updateGeometry();
}

QSize AnswerTable::sizeHint() const {
  int height = horizontalHeader()->isHidden() ? 0 : horizontalHeader()->sizeHint().height();
  const int rows = std::min(model_.rowCount(), most_rows_);
  for (int i = 0; i < rows; ++i) height += rowHeight(i);
  if (horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOn) height += horizontalScrollBar()->sizeHint().height();
  return {260, height + 2 * frameWidth() + 2};
}

QSize AnswerTable::minimumSizeHint() const { return {120, sizeHint().height()}; }

void AnswerTable::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  // The event's old size is of no use: where a scroll bar comes while the columns are laid out, it is the new one.
  if (viewport()->width() != fitted_to_) fit();
}

void AnswerTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    QApplication::clipboard()->setText(model_.tsv(selectionModel()->selectedIndexes()));
  } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    if (currentIndex().isValid()) Q_EMIT rowActivated(currentIndex().row());
  } else {
    QTableView::keyPressEvent(event);
  }
}

Card::Card(const QString& title, QWidget* parent) : QFrame(parent) {
  setProperty("card", true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 10, 12, 10);
  column->setSpacing(6);
  head_ = new QHBoxLayout;
  title_ = new QLabel(title);
  title_->setProperty("role", QStringLiteral("title"));
  head_->addWidget(title_, 1);
  head_->addStretch(0);  // without a title the buttons still stand at the right
  column->addLayout(head_);
  body_ = new QVBoxLayout;
  body_->setSpacing(6);
  column->addLayout(body_, 1);
  notes_ = new QLabel;
  notes_->setProperty("role", QStringLiteral("quiet"));
  notes_->setWordWrap(true);
  notes_->setTextFormat(Qt::PlainText);
  notes_->hide();
  column->addWidget(notes_);
  title_->setVisible(!title.isEmpty());
}

void Card::setTitle(const QString& title) {
  title_->setText(title);
  title_->setVisible(!title.isEmpty());
  nameButtons();
}

void Card::nameButtons() {
  if (save_) save_->setAccessibleName(tr("Save %1 as a picture").arg(title_->text()));
  if (switch_) switch_->setAccessibleName(tr("%1 as a table").arg(title_->text()));
}

void Card::setOffered(bool chart, bool table) {
  save_->setVisible(chart);
  if (switch_) switch_->setVisible(chart && table);
  const bool as_table = chart && table && switch_ && switch_->isChecked();
  chart_->setVisible(chart && !as_table);
  if (table_) table_->setVisible(as_table);
}

void Card::setNotes(const QString& text) {
  notes_->setText(text);
  notes_->setVisible(!text.isEmpty());
}

void Card::addWidget(QWidget* widget) { body_->addWidget(widget); }

void Card::addAction(QWidget* widget) { head_->addWidget(widget); }

void Card::addPicture(QWidget* chart) {
  chart_ = chart;
  body_->addWidget(chart, 1);
  save_ = new QToolButton;
  save_->setText(tr("Save"));
  save_->setFocusPolicy(Qt::StrongFocus);
  save_->setToolTip(tr("As a picture: PNG, SVG or PDF"));
  connect(save_, &QToolButton::clicked, offerSaving(*chart), &QAction::trigger);
  head_->addWidget(save_);
  nameButtons();
}

void Card::addChart(QWidget* chart, AnswerTable* table) {
  addPicture(chart);
  table_ = table;
  body_->addWidget(table);
  body_->addStretch(0);
  table->hide();
  switch_ = new QToolButton;
  switch_->setText(tr("Table"));
  switch_->setCheckable(true);
  switch_->setAutoRaise(false);
  switch_->setFocusPolicy(Qt::StrongFocus);
  switch_->setToolTip(tr("The same numbers as a table"));
  connect(switch_, &QToolButton::toggled, this, [chart, table](bool on) {
    chart->setVisible(!on);
    table->setVisible(on);
  });
  head_->addWidget(switch_);
  nameButtons();
}

}  // namespace fmplan::gui
