#include "gui/kept_answer_bar.h"

#include <utility>

#include <QDateTime>
#include <QHBoxLayout>
#include <QLocale>
#include <QVBoxLayout>

#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

QString dayOf(const document::KeptAnswer& answer) {
  return QLocale().toString(QDateTime::fromSecsSinceEpoch(answer.time), QLocale::ShortFormat);
}

/// Why two answers to one question differ.
QString reason(const document::KeptAnswer& then, const document::KeptAnswer& now) {
  QStringList reasons;
  if (then.program != now.program)
    reasons.append(KeptAnswerBar::tr("fmplan was %1 and is %2").arg(shown(then.program), shown(now.program)));
  if (then.catalogue != now.catalogue)
    reasons.append(
        KeptAnswerBar::tr("the catalogues were %1 and are %2").arg(shown(then.catalogue), shown(now.catalogue)));
  if (reasons.isEmpty())
    return KeptAnswerBar::tr("fmplan and its catalogues are the same, so a file that the document names is another");
  return reasons.join(KeptAnswerBar::tr("; "));
}

}  // namespace

KeptAnswerBar::KeptAnswerBar(PlanDocument& document, AnswerEngine& runs, ProgrammeEngine& programmes, QWidget* parent)
    : QFrame(parent), document_(document), runs_(runs) {
  setObjectName(QStringLiteral("keptAnswer"));
  setProperty("role", QStringLiteral("card"));
  text_ = new QLabel;
  text_->setWordWrap(true);
  text_->setTextFormat(Qt::PlainText);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  table_ = new AnswerTable;
  constexpr int kMostRows = 5;  // chosen: the page below is what one looks at
  table_->setMostRows(kMostRows);
  table_->setAccessibleName(tr("Figures of the answer that was kept"));
  close_ = new QPushButton(tr("Close"));
  close_->setToolTip(tr("Hides the answer that was kept"));
  auto* head = new QHBoxLayout;
  head->addWidget(text_, 1);
  head->addWidget(close_);
  auto* column = new QVBoxLayout(this);
  column->addLayout(head);
  column->addWidget(table_);
  hide();
  connect(close_, &QPushButton::clicked, this, &KeptAnswerBar::leave);
  connect(&document_, &PlanDocument::changed, this, &KeptAnswerBar::leave);
  connect(&document_, &PlanDocument::opened, this, &KeptAnswerBar::showLast);
  connect(&runs_, &AnswerEngine::answered, this, [this](const PlanAnswerPtr& plan) {
    plan_ = plan;
    // What cannot run is not simulated, and told at once.
    if (plan->whole && plan->report.phases.empty()) leave();
  });
  connect(&runs_, &AnswerEngine::simulated, this, [this](const RunAnswerPtr& run) {
    if (run->last && plan_ && plan_->ticket == run->ticket)
      keep(answeredBy(plan_, run), [run]() -> const answer::Document& { return run->document; });
  });
  connect(&programmes, &ProgrammeEngine::answered, this, [this](const ProgrammeResultPtr& result) {
    keep(answeredBy(result), [result]() -> const answer::Document& { return result->document; });
  });
}

void KeptAnswerBar::leave() {
  shows_last_ = false;
  hide();
}

void KeptAnswerBar::showLast() {
  const KeptAnswerPtr last = latestOf(document_.answers(), document_.json());
  if (!last) return leave();
  answer::Table figures;
  const Issues none = issuesOf([&] { figures = figuresOf(*last); });
  if (figures.rows.empty()) return leave();  // no answer of ours: the new one is on its way
  table_->setTable(std::move(figures));
  text_->setText(tr("The last answer, of %1 (fmplan %2, catalogues %3), until the new one is there:")
                     .arg(dayOf(*last), shown(last->program), shown(last->catalogue)));
  shows_last_ = true;
  show();
}

void KeptAnswerBar::keep(AnsweredQuestion asked, std::function<const answer::Document&()> answer) {
  task_.ask([this, asked = std::move(asked), answer = std::move(answer), answers = document_.answers(),
             catalogue = runs_.catalog().version()](EngineJob&) -> std::function<void()> {
    const auto now = std::make_shared<const document::KeptAnswer>(keptAnswer(asked, answer(), catalogue));
    const KeptAnswerPtr then = latestTo(answers, *now);
    answer::Table changed;
    const Issues none = issuesOf([&] {
      if (then && then->json != now->json) changed = figuresChanged(*then, *now);
    });
    return [this, then, now, changed = std::move(changed), document = asked.question.document] {
      if (document == document_.json()) compare(then, now, changed);
    };
  });
}

void KeptAnswerBar::compare(const KeptAnswerPtr& then, const KeptAnswerPtr& now, answer::Table changed) {
  const bool same = then && then->fingerprint == now->fingerprint && then->json == now->json &&
                    then->catalogue == now->catalogue && then->program == now->program;
  if (!same) document_.keep(now);
  if (!std::exchange(shows_last_, false)) return;
  if (changed.rows.empty()) return hide();
  text_->setText(tr("The answer is no longer that of %1: %2.").arg(dayOf(*then), reason(*then, *now)));
  table_->setTable(std::move(changed));
}

}  // namespace fmplan::gui
