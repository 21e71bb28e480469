#include "gui/plan_bar.h"

#include <QHBoxLayout>

#include "core/base/quantity_text.h"
#include "core/programme/programme_report_json.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {

PlanBar::PlanBar(ProgrammeEngine& engine, QWidget* parent) : QWidget(parent), engine_(engine) {
  status_ = new QLabel;
  status_->setProperty("role", QStringLiteral("quiet"));
  progress_ = new QProgressBar;
  progress_->setFixedSize(140, 14);
  progress_->setTextVisible(false);
  progress_->setAccessibleName(tr("Progress of planning"));
  progress_->hide();
  cancel_ = new QPushButton(tr("Cancel"));
  cancel_->hide();
  plan_ = new QPushButton(tr("Plan it"));
  plan_->setToolTip(
      tr("Searches the placement to a proof where there is a solver, and looks for what would help\n"
         "projects at risk, as fmplan programme does"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(status_, 1);
  row->addWidget(progress_);
  row->addWidget(cancel_);
  row->addWidget(plan_);
  connect(plan_, &QPushButton::clicked, &engine_, &ProgrammeEngine::plan);
  connect(cancel_, &QPushButton::clicked, &engine_, &ProgrammeEngine::cancel);
  connect(&engine_, &ProgrammeEngine::answered, this, [this](const ProgrammeResultPtr& result) { show(*result); });
  connect(&engine_, &ProgrammeEngine::refused, this,
          [this] { status_->setText(tr("Not answered: what is marked needs another value")); });
  connect(&engine_, &ProgrammeEngine::progressed, this, [this](const QString& stage, qint64 done, qint64 total) {
    // Counts may be beyond what the bar takes.
    constexpr qint64 kSteps = 1000;  // chosen: more than it has pixels
    progress_->setMaximum(total > 0 ? static_cast<int>(kSteps) : 0);
    progress_->setValue(total > 0 ? static_cast<int>(kSteps * done / total) : 0);
    progress_->show();
    cancel_->show();
    status_->setText(stage);
  });
  connect(&engine_, &ProgrammeEngine::idle, this, [this] {
    progress_->hide();
    cancel_->hide();
  });
}

void PlanBar::show(const ProgrammeResult& result) {
  const programme::Study& study = result.answer.study;
  const QString trials = shown(count_text(static_cast<double>(study.simulation.trials)));
  QString text = result.planned ? tr("Planned with %1 trials in %2 ms") : tr("Answered with %1 trials in %2 ms");
  text = text.arg(trials).arg(result.milliseconds);
  const bool placed = study.programme->policy.kind == scenario::PolicyKind::kPlanned;
  status_->setText(result.planned && placed ? tr("%1; %2").arg(text, spoken(placement_gap_text(study))) : text);
}

}  // namespace fmplan::gui
