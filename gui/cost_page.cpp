#include "gui/cost_page.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "core/programme/cost.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"
#include "gui/programme_column.h"
#include "gui/scrolled.h"

namespace fmplan::gui {
namespace {

QLabel* labelOf(const QString& text, QWidget* field) {
  auto* label = new QLabel(text);
  label->setBuddy(field);
  return label;
}

QComboBox* choice(const QString& name, const QString& tip) {
  auto* box = new QComboBox;
  box->setAccessibleName(name);
  box->setToolTip(tip);
  box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  return box;
}

/// The same choices stay as they are, so that a list that is open does not close.
void fill(QComboBox& box, const QStringList& texts, int current) {
  const QSignalBlocker quiet(box);
  QStringList now;
  for (int i = 0; i < box.count(); ++i) now.append(box.itemText(i));
  if (now != texts) {
    box.clear();
    box.addItems(texts);
  }
  box.setCurrentIndex(current);
}

QString notesOf(const answer::Table& table) {
  QStringList notes;
  for (const std::string& note : table.notes) notes.append(spoken(note));
  return notes.join(QLatin1Char('\n'));
}

}  // namespace

CostPage::CostPage(PlanDocument& document, ProgrammeEngine& engine, QWidget* parent)
    : Page(parent), document_(document), engine_(engine) {
  const ProgrammeColumn made = programmeColumn(document, engine, *this);
  QVBoxLayout* const column = made.below;
  first_step_ = made.first_step;
  headline_ = made.headline;
  remarks_ = new RemarkList;
  column->addWidget(remarks_);
  auto* content = new QWidget;
  auto* cards = new QVBoxLayout(content);
  cards->setContentsMargins(0, 0, 0, 0);
  cards->setSpacing(8);
  cards->addWidget(makePrices());
  months_chart_ = new MonthsChart;
  months_table_ = new AnswerTable;
  months_card_ = new Card(tr("Money by month, expected"));
  months_card_->addChart(months_chart_, months_table_);
  cumulative_chart_ = new CumulativeChart;
  cumulative_table_ = new AnswerTable;
  cumulative_card_ = new Card(tr("Money up to each month's end, against the budgets"));
  cumulative_card_->addChart(cumulative_chart_, cumulative_table_);
  pools_table_ = new AnswerTable;
  for (AnswerTable* table : {months_table_, cumulative_table_, pools_table_}) table->setWideColumn(0);
  pools_card_ = new Card(tr("Pools"));
  pools_card_->addWidget(pools_table_);
  cards->addWidget(months_card_, 1);
  cards->addWidget(cumulative_card_, 1);
  cards->addWidget(pools_card_);
  column->addWidget(scrolled(content), 1);
  connect(&engine_, &ProgrammeEngine::answered, this,
          [this](const ProgrammeResultPtr& result) { doWhenSeen([this, result] { show(result); }); });
  connect(&engine_, &ProgrammeEngine::refused, this, [this](quint64, const Issues& issues) {
    doNow();
    remarks_->setRemarks(remarksOf(issues));
    setStale(true);
  });
  connect(&document_, &PlanDocument::changed, this, [this] {
    doNow();
    setStale(true);
  });
}

QWidget* CostPage::makePrices() {
  currency_ = choice(tr("Currency"), tr("What money is told in: the programme's currency, at its rate, or dollars"));
  pool_ = choice(tr("Pool"), tr("Whose price is told and changed"));
  kind_ = choice(tr("Price kind"), tr("The way in which the pool's nodes are bought; the catalogue's price of each day "
                                      "takes the place of a stated one"));
  price_day_ =
      choice(tr("Price of"), tr("Per node-hour: the catalogue's price of each day, or one of them on all days"));
  price_ = new QLabel;
  price_->setProperty("role", QStringLiteral("quiet"));
  price_->setTextFormat(Qt::PlainText);
  price_->setWordWrap(true);
  auto* card = new Card({});
  auto* row = new QWidget;
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  const auto add = [line](const QString& text, QComboBox* box) {
    line->addWidget(labelOf(text, box));
    line->addWidget(box);
    line->addSpacing(10);
  };
  add(tr("C&urrency"), currency_);
  add(tr("P&ool"), pool_);
  add(tr("Price &kind"), kind_);
  add(tr("Price o&f"), price_day_);
  line->addStretch(1);
  card->addWidget(row);
  card->addWidget(price_);
  connect(currency_, &QComboBox::currentIndexChanged, this, &CostPage::showMoney);
  connect(pool_, &QComboBox::currentIndexChanged, this, &CostPage::showPrices);
  connect(kind_, &QComboBox::activated, this, [this] {
    if (!chosenPool()) return;
    document_.change(programme::with_price_kind(document_.json(), static_cast<std::size_t>(pool_->currentIndex()),
                                                told(kind_->currentText())),
                     tr("Price kind of %1").arg(pool_->currentText()));
  });
  connect(price_day_, &QComboBox::activated, this, &CostPage::choosePriceDay);
  return card;
}

const scenario::Pool* CostPage::chosenPool() const {
  const int at = pool_->currentIndex();
  if (!result_ || at < 0) return nullptr;
  const auto& pools = result_->answer.study.programme->pools;
  const auto number = static_cast<std::size_t>(at);
  // The document may have become another one since it was answered.
  const nlohmann::json& stated = document_.json();
  const bool there = stated.contains("pools") && number < stated["pools"].size() && number < pools.size() &&
                     stated["pools"][number].value("name", std::string()) == pools[number].name;
  return there ? &pools[number] : nullptr;
}

void CostPage::choosePriceDay(int index) {
  if (!chosenPool() || index < 0 || index > static_cast<int>(listed_.size())) return;
  std::optional<programme::ListedPrice> price;
  if (index > 0) price = listed_[static_cast<std::size_t>(index - 1)];
  document_.change(
      programme::with_listed_price(document_.json(), static_cast<std::size_t>(pool_->currentIndex()), price),
      tr("Price of %1").arg(pool_->currentText()));
}

void CostPage::show(const ProgrammeResultPtr& result) {
  result_ = result;
  headline_->setText(spoken(result->document.headline));
  remarks_->setRemarks({});
  QStringList currencies, pools;
  const scenario::Programme& programme = *result->answer.study.programme;
  for (const scenario::Currency& currency : programme::currencies_of(programme))
    currencies.append(shown(currency.code));
  fill(*currency_, currencies, std::clamp(currency_->currentIndex(), 0, static_cast<int>(currencies.size()) - 1));
  currency_->setEnabled(currencies.size() > 1);
  for (const scenario::Pool& pool : programme.pools) pools.append(shown(pool.name));
  fill(*pool_, pools, std::clamp(pool_->currentIndex(), 0, static_cast<int>(pools.size()) - 1));
  setStale(false);
  showMoney();
  showPrices();
}

void CostPage::showMoney() {
  if (!result_) return;
  const programme::Study& study = result_->answer.study;
  const std::vector<scenario::Currency> all = programme::currencies_of(*study.programme);
  const scenario::Currency& currency = all.at(static_cast<std::size_t>(std::max(0, currency_->currentIndex())));
  const programme::CostPicture picture = cost_picture(study, currency, theme_->parts.size());
  months_chart_->setPicture(picture);
  cumulative_chart_->setPicture(picture);
  const auto tell = [](Card& card, AnswerTable& view, answer::Table table) {
    card.setNotes(notesOf(table));
    view.setTable(std::move(table));
  };
  tell(*months_card_, *months_table_, months_table(study, currency));
  tell(*cumulative_card_, *cumulative_table_, cumulative_table(study, currency));
  tell(*pools_card_, *pools_table_, pools_table(study, currency));
}

void CostPage::showPrices() {
  const scenario::Pool* pool = chosenPool();
  if (!pool) return;
  const catalog::Catalog& catalog = engine_.catalog();
  QStringList kinds, days{tr("each day")};
  for (const std::string& kind : programme::price_kinds(*pool, catalog)) kinds.append(shown(kind));
  listed_ = programme::listed_prices(*pool, catalog);
  for (const programme::ListedPrice& price : listed_) days.append(spoken(price.text));
  int current = 0;
  if (pool->price_is_own) {
    const std::string& source = pool->prices.points.front().source;
    const auto found = std::ranges::find(listed_, source, &programme::ListedPrice::source);
    current = found == listed_.end() ? static_cast<int>(days.size()) : 1 + static_cast<int>(found - listed_.begin());
    if (found == listed_.end()) days.append(tr("as stated"));
  }
  fill(*kind_, kinds, 0);
  fill(*price_day_, days, current);
  price_->setText(
      tr("%1: %2").arg(shown(pool->name), spoken(programme::price_text(*result_->answer.study.programme, *pool))));
}

void CostPage::setStale(bool stale) {
  for (AnswerTable* table : {months_table_, cumulative_table_, pools_table_}) table->setStale(stale);
  months_chart_->setStale(stale);
  cumulative_chart_->setStale(stale);
}

void CostPage::setTheme(const Theme& theme) {
  theme_ = &theme;
  months_chart_->setTheme(theme);
  cumulative_chart_->setTheme(theme);
  remarks_->setTheme(theme);
  for (AnswerTable* table : {months_table_, cumulative_table_, pools_table_}) table->setStale(false);
}

}  // namespace fmplan::gui
