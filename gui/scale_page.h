#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/answer/scale_chart.h"
#include "gui/model/answer_engine.h"
#include "gui/question_page.h"

namespace fmplan::gui {

/// Scaling laws: from compute, a size, tokens, a loss or money to the rest, as `fmplan scale` answers.
class ScalePage : public QuestionPage {
  Q_OBJECT

 public:
  explicit ScalePage(AnswerEngine& engine, QWidget* parent = nullptr);

  QString key() const override { return QStringLiteral("scale"); }
  QString title() const override { return tr("Scaling"); }
  bool shows(PlanFile::Kind) const override { return true; }

 protected:
  void ask() override;
  void edited(const std::string& path, const std::string& text) override;
  std::map<std::string, std::string> fields() const override;
  void take(const std::map<std::string, std::string>& fields) override;

 private:
  void set(const std::string& option, const std::string& text);
  /// Until somebody types: the size and tokens of the plan.
  void beginWith(const PlanAnswerPtr& answer) override;
  void otherFile() override { plan_ = std::nullopt; }
  /// Marks the plan, whatever is asked.
  void mark(const PlanAnswerPtr& answer);

  AnswerEngine& engine_;
  std::map<std::string, std::string> options_;  ///< by name, as typed
  bool typed_ = false;
  std::optional<answer::ScaleMark> plan_;
};

}  // namespace fmplan::gui
