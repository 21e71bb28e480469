#include "gui/answer_view.h"

#include <algorithm>
#include <utility>

#include <QGridLayout>
#include <QResizeEvent>
#include <QVBoxLayout>

#include "gui/model/spoken.h"
#include "gui/scrolled.h"

namespace fmplan::gui {
namespace {

// Rows of the grid: leading tables stand above the charts, these above the pictures, these above the other tables, and
// there are never so many.
constexpr int kLeadingBelow = 1, kChartsBelow = 100, kPicturesBelow = 200, kTablesBelow = 300;

constexpr int kRoomForTwo = 1700;  // pixels, chosen: pictures of the core are drawn up to half as wide or little more

QString spokenLines(const std::vector<std::string>& lines) {
  QStringList texts;
  for (const std::string& line : lines) texts.append(spoken(line));
  return texts.join(QLatin1Char('\n'));
}

QLabel* line() {
  auto* label = new QLabel;
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

}  // namespace

AnswerView::AnswerView(QWidget* parent) : QWidget(parent), next_step_(new QTimer(this)) {
  next_step_->setSingleShot(true);
  connect(next_step_, &QTimer::timeout, this, &AnswerView::showNextPart);
  auto* content = new QWidget;
  grid_ = new QGridLayout(content);
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setSpacing(8);
  grid_->setColumnStretch(0, 1);
  grid_->setColumnStretch(1, 1);
  grid_->setRowStretch(2 * kTablesBelow, 1);
  auto* head = new Card({});
  headline_ = line();
  QFont large = headline_->font();
  large.setPointSizeF(large.pointSizeF() * 1.3);
  large.setBold(true);
  headline_->setFont(large);
  lead_ = line();
  lead_->hide();
  remarks_ = new RemarkList;
  connect(remarks_, &RemarkList::placeActivated, this, &AnswerView::placeActivated);
  head->addWidget(headline_);
  head->addWidget(lead_);
  head->addWidget(remarks_);
  grid_->addWidget(head, 0, 0, 1, 2);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(scrolled(content));
}

AnswerView::Part& AnswerView::chartAt(std::size_t index) {
  while (charts_.size() <= index) {
    Part part{.card = new Card({}), .chart = new BarChartView};
    part.chart->setTheme(*theme_);
    part.card->addPicture(part.chart);
    part.card->body()->addStretch(0);
    const int at = static_cast<int>(charts_.size());
    grid_->addWidget(part.card, kChartsBelow + at / 2, at % 2);
    charts_.push_back(part);
  }
  return charts_[index];
}

AnswerView::Part& AnswerView::pictureAt(std::size_t index) {
  while (pictures_.size() <= index) {
    Part part{.card = new Card({}), .picture = new PictureView, .table = new AnswerTable};
    part.picture->setTheme(*theme_);
    part.card->addChart(part.picture, part.table);
    pictures_.push_back(part);
    arrange();
  }
  return pictures_[index];
}

AnswerView::Part& AnswerView::tableAt(std::size_t index) {
  while (tables_.size() <= index) {
    Part part{.card = new Card({}), .table = new AnswerTable};
    part.table->setMostRows(24);
    part.table->setKeyHeads(key_heads_);
    part.card->addWidget(part.table);
    part.card->body()->addStretch(0);
    tables_.push_back(part);
    arrange();
  }
  return tables_[index];
}

void AnswerView::arrange() {
  const bool two = width() >= kRoomForTwo;
  for (std::size_t i = 0; i < pictures_.size(); ++i) {
    const int at = static_cast<int>(i);
    if (two)
      grid_->addWidget(pictures_[i].card, kPicturesBelow + at / 2, at % 2);
    else
      grid_->addWidget(pictures_[i].card, kPicturesBelow + at, 0, 1, 2);
  }
  const auto beside = static_cast<std::size_t>(leading_tables_);
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const int at = static_cast<int>(i);
    if (two && i == beside && pictured_ % 2 == 1)
      grid_->addWidget(tables_[i].card, kPicturesBelow + static_cast<int>(pictured_) / 2, 1);
    else
      grid_->addWidget(tables_[i].card, (i < beside ? kLeadingBelow : kTablesBelow) + at, 0, 1, 2);
  }
}

void AnswerView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if ((event->size().width() >= kRoomForTwo) != (event->oldSize().width() >= kRoomForTwo)) arrange();
}

void AnswerView::setStale(bool stale) {
  headline_->setEnabled(!stale);
  lead_->setEnabled(!stale);
  for (const Part& part : charts_) part.chart->setStale(stale);
  for (const Part& part : pictures_) {
    part.picture->setStale(stale);
    part.table->setStale(stale);
  }
  for (const Part& part : tables_) part.table->setStale(stale);
}

void AnswerView::showProblems(const Issues& issues, const QString& subject) {
  while (!steps_.empty()) showNextPart();  // the last answer stays whole
  setStale(answered_);
  std::vector<Remark> remarks = remarksOf(issues);
  // The headline of an answer that stays is that answer's.
  if (!answered_)
    setHeadline(subject);
  else if (!subject.isEmpty())
    remarks.insert(remarks.begin(), {Remark::Kind::kProblem, subject});
  remarks_->setRemarks(std::move(remarks));
}

void AnswerView::setHeadline(const QString& text) {
  headline_->setText(text);
  headline_->setVisible(!text.isEmpty());
}

void AnswerView::showWords(const QString& words) {
  show({}, {});
  setHeadline(words);
}

void AnswerView::show(const QString& title, answer::Document document, std::vector<ToldPicture> pictures) {
  document_ = std::move(document);
  headline_->setEnabled(true);
  lead_->setEnabled(true);
  setHeadline(title);
  if (std::exchange(pictured_, pictures.size()) != pictures.size()) arrange();
  answered_ = !document_.tables.empty() || !document_.charts.empty() || !pictures.empty();
  lead_->setText(spoken(document_.lead));
  lead_->setVisible(!document_.lead.empty());
  std::vector<Remark> remarks;
  for (const std::string& warning : document_.warnings) remarks.push_back({Remark::Kind::kWarning, spoken(warning)});
  remarks_->setRemarks(std::move(remarks));
  // Of the last answer goes at once what this one has no part for; the rest stays until its turn comes.
  for (std::size_t i = document_.charts.size(); i < charts_.size(); ++i) charts_[i].card->hide();
  for (std::size_t i = pictures.size(); i < pictures_.size(); ++i) pictures_[i].card->hide();
  for (std::size_t i = document_.tables.size(); i < tables_.size(); ++i) tables_[i].card->hide();
  steps_.clear();
  const auto leading = std::min(document_.tables.size(), static_cast<std::size_t>(leading_tables_));
  for (std::size_t i = 0; i < leading; ++i) steps_.push_back([this, i] { showTable(i); });
  for (std::size_t i = 0; i < document_.charts.size(); ++i) steps_.push_back([this, i] { showChart(i); });
  for (std::size_t i = 0; i < pictures.size(); ++i)
    steps_.push_back([this, i, picture = std::move(pictures[i])] { showPicture(i, picture); });
  for (std::size_t i = leading; i < document_.tables.size(); ++i) steps_.push_back([this, i] { showTable(i); });
  if (!steps_.empty()) next_step_->start();
}

void AnswerView::showNextPart() {
  if (steps_.empty()) return;  // shown at once, or overtaken
  const std::function<void()> step = std::move(steps_.front());
  steps_.pop_front();
  step();
  if (!steps_.empty()) next_step_->start();
}

void AnswerView::showChart(std::size_t i) {
  const Part& part = chartAt(i);
  part.card->setTitle(spoken(document_.charts[i].title));
  part.card->setNotes(spoken(document_.charts[i].note));
  part.chart->setChart(document_.charts[i]);
  part.chart->setStale(false);
  part.card->show();
}

void AnswerView::showPicture(std::size_t i, const ToldPicture& picture) {
  const Part& part = pictureAt(i);
  const bool has_table = !picture.table.rows.empty();
  part.card->setTitle(picture.title);
  part.picture->setAccessibleName(picture.title.isEmpty() ? headline_->text() : picture.title);
  part.picture->setAccessibleDescription(has_table ? tr("Table shows its numbers")
                                                   : tr("Its numbers stand in the tables below"));
  part.picture->setPicture(picture.svg);
  part.picture->setStale(false);
  part.card->setNotes(spokenLines(picture.table.notes));
  part.table->setTable(picture.table);
  part.table->setStale(false);
  part.card->setOffered(true, has_table);
  part.card->show();
}

void AnswerView::showTable(std::size_t i) {
  const Part& part = tableAt(i);
  part.card->setTitle(spoken(document_.tables[i].title));
  part.card->setNotes(spokenLines(document_.tables[i].notes));
  // Numbers stand beside each other.
  const std::vector<answer::Align>& align = document_.tables[i].align;
  const bool numbers =
      !align.empty() && align.size() == document_.tables[i].header.size() && align.back() == answer::Align::kRight;
  part.table->setWideColumn(numbers ? 0 : -1);
  part.table->setTable(document_.tables[i]);
  part.table->setStale(false);
  part.card->show();
}

std::vector<const AnswerTable*> AnswerView::tables() const {
  std::vector<const AnswerTable*> result;
  for (std::size_t i = 0; i < std::min(document_.tables.size(), tables_.size()); ++i)
    result.push_back(tables_[i].table);
  return result;
}

bool AnswerView::busy() const {
  return !steps_.empty() || std::ranges::any_of(pictures_, [](const Part& part) { return part.picture->busy(); });
}

void AnswerView::setTheme(const Theme& theme) {
  theme_ = &theme;
  for (const Part& part : charts_) part.chart->setTheme(theme);
  for (const Part& part : pictures_) {
    part.picture->setTheme(theme);
    part.table->setStale(false);
  }
  for (const Part& part : tables_) part.table->setStale(false);
  remarks_->setTheme(theme);
}

}  // namespace fmplan::gui
