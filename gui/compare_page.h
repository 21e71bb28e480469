#pragma once

#include <array>
#include <map>
#include <string>

#include "gui/model/comparison_answer.h"
#include "gui/plan_document.h"
#include "gui/question_page.h"

namespace fmplan::gui {

/// The document beside up to three variants of it: what differs, by how much, and why.
class ComparePage : public QuestionPage {
  Q_OBJECT

 public:
  ComparePage(PlanDocument& document, AnswerEngine& engine, QWidget* parent = nullptr);

  QString key() const override { return QStringLiteral("compare"); }
  QString title() const override { return tr("Compare"); }
  bool shows(PlanFile::Kind kind) const override { return kind == PlanFile::Kind::kScenario; }

 protected:
  void ask() override;
  void edited(const std::string& path, const std::string& text) override;
  std::map<std::string, std::string> fields() const override;
  void take(const std::map<std::string, std::string>& fields) override;

 private:
  void beginWith(const PlanAnswerPtr& answer) override;

  PlanDocument& document_;
  AnswerEngine& engine_;
  std::array<std::string, 3> variants_;  ///< with the document itself four sides, as many as a table shows
  bool begun_ = false;                   ///< somebody, or beginWith(), has written a variant
};

}  // namespace fmplan::gui
