#include "gui/programme_page.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QTabBar>
#include <QVBoxLayout>

#include "gui/model/spoken.h"
#include "gui/model/texts.h"
#include "gui/scrolled.h"
#include "gui/table_card.h"

namespace fmplan::gui {

ProgrammePage::ProgrammePage(PlanDocument& document, ProgrammeEngine& engine, QWidget* parent)
    : Page(parent), document_(document), engine_(engine) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 0, 8, 8);
  halves_ = new QSplitter(Qt::Vertical);
  halves_->setChildrenCollapsible(false);
  halves_->addWidget(makeTables());
  halves_->addWidget(makeAnswer());
  halves_->setStretchFactor(0, 1);
  halves_->setStretchFactor(1, 1);
  halves_->setSizes({1, 1});
  connect(halves_, &QSplitter::splitterMoved, this, [this] { shared_by_hand_ = true; });
  column->addWidget(halves_);
  connect(&document_, &PlanDocument::changed, this, &ProgrammePage::showDocument);
  connect(&document_, &PlanDocument::fileChanged, this, [this] { other_file_ = true; });
  connect(&engine_, &ProgrammeEngine::answered, this,
          [this](const ProgrammeResultPtr& result) { doWhenSeen([this, result] { show(result); }); });
  connect(&engine_, &ProgrammeEngine::refused, this, [this](quint64, const Issues& issues) { showIssues(issues); });
}

QWidget* ProgrammePage::makeTables() {
  auto* card = new Card(tr("What there is, and what is asked for"));
  filter_ = new QLineEdit;
  filter_->setPlaceholderText(tr("Filter rows"));
  filter_->setAccessibleName(tr("Filter rows"));
  filter_->setClearButtonEnabled(true);
  filter_->setMaximumWidth(180);  // pixels, chosen: a name
  add_ = new QPushButton(tr("Add row"));
  add_->setToolTip(tr("Behind the current row, of the same whole"));
  remove_ = new QPushButton(tr("Remove rows"));
  remove_->setToolTip(tr("Those with a selected cell; Edit, Undo brings them back"));
  for (QWidget* widget : {static_cast<QWidget*>(filter_), static_cast<QWidget*>(add_), static_cast<QWidget*>(remove_)})
    card->addAction(widget);
  tabs_ = new QTabWidget;
  tabs_->setDocumentMode(true);
  form_ = new FieldForm(programmeFields());
  tabs_->addTab(scrolled(form_), tr("Programme"));
  for (std::size_t i = 0; i < programme::kSheetNames.count; ++i) {
    const auto kind = static_cast<programme::SheetKind>(i);
    Tab tab{.model = std::make_unique<SheetModel>(kind, engine_.sharedCatalog())};
    connect(tab.model.get(), &SheetModel::edited, this, [this](const nlohmann::json& after, const QString& what) {
      setRefusal({});
      document_.change(after, what);
    });
    connect(tab.model.get(), &SheetModel::refused, this, &ProgrammePage::setRefusal);
    tab.table = new SheetTable(*tab.model);
    tabs_->addTab(tab.table, sheetTitle(kind));
    tables_.push_back(std::move(tab));
  }
  refusal_ = new QLabel;
  refusal_->setProperty("role", QStringLiteral("problem"));
  refusal_->setWordWrap(true);
  refusal_->setTextFormat(Qt::PlainText);
  refusal_->hide();
  sums_ = new QLabel;
  sums_->setProperty("role", QStringLiteral("quiet"));
  sums_->setAccessibleDescription(tr("Sums of the rows that are shown"));
  card->addWidget(tabs_);
  card->addWidget(refusal_);
  card->addWidget(sums_);
  connect(form_, &FieldForm::edited, this, [this](const QString& path, const QString& text) {
    document_.change(programme::with_setting(document_.json(), told(path), told(text)), tr("Change of %1").arg(path),
                     told(path));
  });
  connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
    for (const Tab& tab : tables_) tab.table->setFilter(text);
    showSums();
  });
  connect(add_, &QPushButton::clicked, this, [this] {
    filter_->clear();
    if (SheetTable* table = currentTable()) table->addRow();
  });
  connect(remove_, &QPushButton::clicked, this, [this] {
    if (SheetTable* table = currentTable()) table->removeRows();
  });
  connect(tabs_, &QTabWidget::currentChanged, this, [this] {
    setRefusal({});
    showSums();
  });
  tabs_->setCurrentIndex(1 + static_cast<int>(programme::SheetKind::kProjects));
  return card;
}

QWidget* ProgrammePage::makeAnswer() {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  bar_ = new PlanBar(engine_);
  view_ = new AnswerView;
  auto* answer = new QWidget;
  auto* below = new QVBoxLayout(answer);
  below->setContentsMargins(0, 0, 0, 0);
  below->addWidget(bar_);
  below->addWidget(view_, 1);
  first_step_ = new FirstStep(document_, *this, *answer);
  column->addWidget(first_step_, 1);
  column->addWidget(answer, 1);
  connect(view_, &AnswerView::placeActivated, this, [this](const QString& pointer) { goTo(told(pointer)); });
  return content;
}

SheetTable* ProgrammePage::currentTable() const {
  const int at = tabs_->currentIndex() - 1;
  return at < 0 ? nullptr : tables_[static_cast<std::size_t>(at)].table;
}

void ProgrammePage::addProject() {
  for (const auto kind : {programme::SheetKind::kOrganisations, programme::SheetKind::kProjects}) {
    showTable(kind);
    if (table(kind).sheet().rowCount() == 0) table(kind).addRow();
  }
}

void ProgrammePage::share() {
  if (shared_by_hand_) return;
  const SheetTable& table = this->table(programme::SheetKind::kProjects);
  constexpr int kAround = 150;  // pixels, chosen: title, tabs, heads, sums and margins of the card
  const int rows = table.sheet().rowCount() * table.verticalHeader()->defaultSectionSize();
  const int high = std::min(halves_->height() * 5 / 8, rows + kAround);
  halves_->setSizes({high, halves_->height() - high});
}

void ProgrammePage::resizeEvent(QResizeEvent* event) {
  Page::resizeEvent(event);
  share();
}

void ProgrammePage::showTable(programme::SheetKind kind) { tabs_->setCurrentIndex(1 + static_cast<int>(kind)); }

void ProgrammePage::setRefusal(const QString& why) {
  refusal_->setText(why);
  refusal_->setVisible(!why.isEmpty());
}

void ProgrammePage::showDocument() {
  doNow();
  result_ = nullptr;
  if (document_.file().kind != PlanFile::Kind::kProgramme) return;
  form_->setDocument(programme::with_policy_object(document_.json()));
  for (const Tab& tab : tables_) {
    const bool first = tab.model->rowCount() == 0;
    tab.model->setDocument(document_.json());
    if (first || other_file_) tab.table->resizeColumnsToContents();
  }
  other_file_ = false;
  share();
  showSums();
}

void ProgrammePage::show(const ProgrammeResultPtr& result) {
  result_ = result;
  form_->showIssues({});
  showTabs({});
  // The title of the programme stands in the window's.
  answer::Document document = result->document;
  const QString headline = spoken(document.headline);
  view_->show(headline, std::move(document));
  showSums();
}

void ProgrammePage::showIssues(const Issues& issues) {
  doNow();
  form_->showIssues(issues);
  showTabs(issues);
  view_->showProblems(issues);
}

/// Red cells, and how many a table has.
void ProgrammePage::showTabs(const Issues& issues) {
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const auto kind = static_cast<programme::SheetKind>(i);
    const int problems = tables_[i].model->setIssues(issues);
    const int tab = 1 + static_cast<int>(i);
    tabs_->setTabText(tab, problems == 0 ? sheetTitle(kind) : tr("%1 (%2 wrong)").arg(sheetTitle(kind)).arg(problems));
    tabs_->tabBar()->setTabTextColor(tab, problems == 0 ? QColor() : theme_->bad);
  }
}

void ProgrammePage::showSums() {
  const SheetTable* table = currentTable();
  filter_->setEnabled(table);
  add_->setEnabled(table);
  remove_->setEnabled(table);
  sums_->setEnabled(result_ != nullptr);
  if (!table) return sums_->clear();
  // Those of a document that is being answered stay as they were, greyed.
  if (!result_) return;
  sums_->setText(
      spoken(programme::sheet_sums(*result_->answer.study.programme, table->sheet().kind(), table->shownRows())));
}

void ProgrammePage::goTo(const std::string& pointer) {
  if (const auto cell = programme::cell_at(document_.json(), pointer)) {
    showTable(cell->kind);
    filter_->clear();
    table(cell->kind).showCell(cell->row, cell->column);
  } else {
    tabs_->setCurrentIndex(0);
    form_->focus(pointer);
  }
}

void ProgrammePage::setTheme(const Theme& theme) {
  theme_ = &theme;
  for (const Tab& tab : tables_) tab.table->setTheme(theme);
  view_->setTheme(theme);
}

}  // namespace fmplan::gui
