#include "gui/model/scenario_fields.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

#include <QCoreApplication>

#include "core/scenario/fields.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

struct ScenarioFields {
  Q_DECLARE_TR_FUNCTIONS(ScenarioFields)
};

const text::Field& described(const std::vector<text::FieldPath>& paths, const std::string& path) {
  const auto found = std::ranges::find(paths, path, &text::FieldPath::path);
  assert(found != paths.end());
  return *found->field;
}

ScenarioField fieldOf(const text::Field& field, std::string path, QString label, QString example) {
  ScenarioField result{.path = std::move(path), .label = std::move(label), .example = std::move(example)};
  QStringList lines;
  if (!field.about.empty()) lines.append(spoken(field.about));
  lines.append(ScenarioFields::tr("Write: %1").arg(spoken(value_words(field))));
  if (const std::string otherwise = default_words(field); !otherwise.empty())
    lines.append(
        ScenarioFields::tr("Left out: %1").arg(field.otherwise.empty() ? spoken(otherwise) : shown(otherwise)));
  lines.append(shown(result.path));
  result.about = lines.join(QLatin1Char('\n'));
  for (const std::string_view name : field.names) result.choices.append(shown(name));
  return result;
}

ScenarioField fieldOf(std::string path, QString label, QString example = {}) {
  static const std::vector<text::FieldPath> kPaths = field_paths(scenario::fields::kScenario);
  const text::Field& field = described(kPaths, path);
  return fieldOf(field, std::move(path), std::move(label), std::move(example));
}

/// Those of a run without what a catalogue has for them.
std::vector<ScenarioField> bareRunFields() {
  return {fieldOf("model", ScenarioFields::tr("Model")),
          fieldOf("training.tokens", ScenarioFields::tr("Tokens"), ScenarioFields::tr("15T")),
          fieldOf("training.sequence_length", ScenarioFields::tr("Sequence (tokens)"), ScenarioFields::tr("8192")),
          fieldOf("training.global_batch_size", ScenarioFields::tr("Batch (sequences)"), ScenarioFields::tr("2048")),
          fieldOf("training.precision", ScenarioFields::tr("Precision")),
          fieldOf("cluster.instance", ScenarioFields::tr("Instance")),
          fieldOf("cluster.nodes", ScenarioFields::tr("Nodes"), ScenarioFields::tr("256, or auto")),
          fieldOf("run.spare_nodes", ScenarioFields::tr("Spare nodes"), ScenarioFields::tr("2, or auto")),
          fieldOf("price.region", ScenarioFields::tr("Region"), ScenarioFields::tr("us-east-1")),
          fieldOf("price.kind", ScenarioFields::tr("Bought as")),
          fieldOf("run.start", ScenarioFields::tr("Start (day)"), ScenarioFields::tr("2027-01-31")),
          fieldOf("run.deadline", ScenarioFields::tr("Deadline (day)"), ScenarioFields::tr("2027-09-30"))};
}

}  // namespace

std::vector<ScenarioField> runFields(const catalog::Catalog& catalog) {
  std::vector<ScenarioField> fields = bareRunFields();
  for (const auto& [path, kind] : {std::pair("model", "models"), std::pair("cluster.instance", "instances")}) {
    const auto field = std::ranges::find(fields, path, &ScenarioField::path);
    for (const std::string& name : catalog.names(kind)) field->choices.append(shown(name));
  }
  return fields;
}

std::vector<ScenarioField> parallelFields() {
  const auto of = [](const char* key, QString label) {
    return fieldOf(std::string("training.parallel.") + key, std::move(label));
  };
  return {of("tensor", ScenarioFields::tr("Tensor")),
          of("pipeline", ScenarioFields::tr("Pipeline")),
          of("virtual_pipeline", ScenarioFields::tr("Virtual stages")),
          of("context", ScenarioFields::tr("Context")),
          of("expert", ScenarioFields::tr("Expert")),
          of("micro_batch_size", ScenarioFields::tr("Micro-batch (seq.)")),
          of("zero_stage", ScenarioFields::tr("ZeRO stage")),
          of("recompute", ScenarioFields::tr("Recompute")),
          of("schedule", ScenarioFields::tr("Schedule"))};
}

std::vector<ScenarioField> programmeFields() {
  static const std::vector<text::FieldPath> kPaths = field_paths(scenario::fields::kProgramme);
  const auto of = [](const char* path, QString label, QString example = {}) {
    return fieldOf(described(kPaths, path), path, std::move(label), std::move(example));
  };
  return {of("name", ScenarioFields::tr("Name")),
          of("start", ScenarioFields::tr("Start (day)"), ScenarioFields::tr("2027-01-31")),
          of("end", ScenarioFields::tr("End (day after the last)"), ScenarioFields::tr("2027-09-30")),
          of("policy.kind", ScenarioFields::tr("Policy")),
          of("policy.grid", ScenarioFields::tr("Grid of starts")),
          of("policy.backfill", ScenarioFields::tr("Backfill")),
          of("policy.preemption", ScenarioFields::tr("Preemption")),
          of("currency.code", ScenarioFields::tr("Currency"), ScenarioFields::tr("JPY")),
          of("currency.per_dollar", ScenarioFields::tr("Of it for one dollar"), ScenarioFields::tr("150")),
          of("currency.on", ScenarioFields::tr("Day of the rate"), ScenarioFields::tr("2027-01-31")),
          of("currency.source", ScenarioFields::tr("Source of the rate"))};
}

QString fieldLabel(const std::string& path) {
  for (const auto& fields : {bareRunFields(), parallelFields(), programmeFields()})
    if (const auto found = std::ranges::find(fields, path, &ScenarioField::path); found != fields.end())
      return found->label;
  return {};
}

QStringList regionsOf(const std::string& instance, const catalog::Catalog& catalog) {
  std::set<std::string> regions;
  if (const hardware::PriceList* list = catalog.price_list(instance))
    for (const hardware::PricePoint& point : list->points)
      if (point.region != hardware::kAnyRegion) regions.insert(point.region);
  QStringList result;
  for (const std::string& region : regions) result.append(shown(region));
  return result;
}

}  // namespace fmplan::gui
