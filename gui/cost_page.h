#pragma once

#include <vector>

#include <QComboBox>
#include <QLabel>

#include "core/programme/pool_price.h"
#include "gui/cost_charts.h"
#include "gui/first_step.h"
#include "gui/model/programme_engine.h"
#include "gui/page.h"
#include "gui/plan_document.h"
#include "gui/remark_list.h"
#include "gui/table_card.h"

namespace fmplan::gui {

/// What a programme costs: by month and organisation, up to each month against the budgets, by pool.
class CostPage : public Page {
  Q_OBJECT

 public:
  CostPage(PlanDocument& document, ProgrammeEngine& engine, QWidget* parent = nullptr);

  QString key() const override { return QStringLiteral("cost"); }
  QString title() const override { return tr("Cost"); }
  bool shows(PlanFile::Kind kind) const override { return kind == PlanFile::Kind::kProgramme; }
  void setTheme(const Theme& theme) override;
  bool busy() const override { return engine_.busy(); }

  // What tests read, as a person would.
  const AnswerTable& months() const { return *months_table_; }
  const AnswerTable& cumulative() const { return *cumulative_table_; }
  const AnswerTable& pools() const { return *pools_table_; }
  MonthsChart& monthsChart() const { return *months_chart_; }
  CumulativeChart& cumulativeChart() const { return *cumulative_chart_; }
  QComboBox& currency() const { return *currency_; }
  QComboBox& pool() const { return *pool_; }
  QComboBox& kind() const { return *kind_; }
  QComboBox& priceDay() const { return *price_day_; }
  QString price() const { return price_->text(); }
  FirstStep& firstStep() const { return *first_step_; }

 private:
  QWidget* makePrices();
  void show(const ProgrammeResultPtr& result);
  void showMoney();
  void showPrices();
  void setStale(bool stale);
  void choosePriceDay(int index);
  const scenario::Pool* chosenPool() const;

  PlanDocument& document_;
  ProgrammeEngine& engine_;
  ProgrammeResultPtr result_;
  const Theme* theme_ = &lightTheme();
  std::vector<programme::ListedPrice> listed_;  ///< that price_day_ offers, behind the price of each day

  FirstStep* first_step_;
  QLabel *headline_, *price_;
  RemarkList* remarks_;
  QComboBox *currency_, *pool_, *kind_, *price_day_;
  MonthsChart* months_chart_;
  CumulativeChart* cumulative_chart_;
  AnswerTable *months_table_, *cumulative_table_, *pools_table_;
  Card *months_card_, *cumulative_card_, *pools_card_;
};

}  // namespace fmplan::gui
