#include "core/evidence/row_words.h"

#include "core/base/words.h"
#include "core/calibration/step_evidence.h"

namespace fmplan::evidence {

RowWords::RowWords(const StepRow& row, const catalog::ReportReadings& readings) : readings_(&readings) {
  using enum catalog::ReportColumn;
  texts_[kModel] = lower_case(row.model_name);
  texts_[kGpu] = lower_case(row.gpu);
  texts_[kSharding] = lower_case(row.sharding);
  texts_[kRecompute] = lower_case(row.recompute);
  texts_[kPrecision] = lower_case(row.precision);
  texts_[kAttention] = lower_case(row.attention);
  texts_[kFramework] = lower_case(row.framework);
  texts_[kFlopDefinition] = lower_case(row.flop_definition);
  texts_[kNotes] = lower_case(row.notes);
}

std::string_view RowWords::meaning(std::string_view question) const {
  const catalog::WordRule* rule = readings_->rule(question, texts_);
  return rule ? std::string_view(rule->means) : std::string_view();
}

std::string_view RowWords::meaning(std::string_view question, std::vector<std::string>& assumptions) const {
  const catalog::WordRule* rule = readings_->rule(question, texts_);
  if (!rule) return {};
  if (!rule->assumed.empty()) assumptions.push_back(rule->assumed);
  return rule->means;
}

std::string_view framework_item(const RowWords& words) {
  const std::string_view item = words.meaning("framework");
  return item.empty() ? calibration::kUnknownFramework : item;
}

}  // namespace fmplan::evidence
