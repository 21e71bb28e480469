#pragma once

#include <map>
#include <string>

#include "gui/model/answer_engine.h"
#include "gui/model/network_answer.h"
#include "gui/question_page.h"

namespace fmplan::gui {

/// The network between nodes: what collectives reach on it, modelled and measured, and its levels.
class NetworkPage : public QuestionPage {
  Q_OBJECT

 public:
  explicit NetworkPage(AnswerEngine& engine, QWidget* parent = nullptr);

  QString key() const override { return QStringLiteral("network"); }
  QString title() const override { return tr("Network"); }
  bool shows(PlanFile::Kind) const override { return true; }

 protected:
  void ask() override;
  void edited(const std::string& path, const std::string& text) override;
  std::map<std::string, std::string> fields() const override;
  void take(const std::map<std::string, std::string>& fields) override;

 private:
  /// Until somebody types: machine and nodes of the plan.
  void beginWith(const PlanAnswerPtr& answer) override;

  AnswerEngine& engine_;
  NetworkFields fields_;
  bool typed_ = false;
};

}  // namespace fmplan::gui
