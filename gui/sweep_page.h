#pragma once

#include <map>
#include <string>

#include "gui/model/sweep_answer.h"
#include "gui/plan_document.h"
#include "gui/question_page.h"

namespace fmplan::gui {

/// Many points of the document at once: curves and maps over one or two of its values, and what value meets a bound.
class SweepPage : public QuestionPage {
  Q_OBJECT

 public:
  SweepPage(PlanDocument& document, AnswerEngine& engine, QWidget* parent = nullptr);

  QString key() const override { return QStringLiteral("sweep"); }
  QString title() const override { return tr("Sweep"); }
  bool shows(PlanFile::Kind) const override { return true; }

 protected:
  void ask() override;
  void edited(const std::string& path, const std::string& text) override;
  std::map<std::string, std::string> fields() const override;
  void take(const std::map<std::string, std::string>& fields) override;

 private:
  /// Until somebody types: the nodes around those of the plan.
  void beginWith(const PlanAnswerPtr& answer) override;

  PlanDocument& document_;
  AnswerEngine& engine_;
  SweepFields fields_;
  bool typed_ = false;
};

/// What value meets a bound: "how few nodes", "how many tokens for so much money".
class SolvePage : public QuestionPage {
  Q_OBJECT

 public:
  SolvePage(PlanDocument& document, AnswerEngine& engine, QWidget* parent = nullptr);

  QString key() const override { return QStringLiteral("solve"); }
  QString title() const override { return tr("Solve"); }
  bool shows(PlanFile::Kind) const override { return true; }

 protected:
  void ask() override;
  void edited(const std::string& path, const std::string& text) override;
  std::map<std::string, std::string> fields() const override;
  void take(const std::map<std::string, std::string>& fields) override;

 private:
  PlanDocument& document_;
  AnswerEngine& engine_;
  SweepFields fields_;
};

}  // namespace fmplan::gui
