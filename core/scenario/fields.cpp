#include "core/scenario/fields.h"

namespace fmplan::scenario::fields {
namespace {

using text::Field;
using text::FieldTable;
using enum text::FieldKind;

constexpr Field kScenarioFields[] = {
    {.key = "version", .kind = kConstant, .about = "Of this format.", .required = true, .minimum = 1, .maximum = 1},
    {.key = "name", .kind = kText, .about = "What reports call it.", .rule = "the model's"},
    {.key = "notes", .kind = kAnything, .about = "For people; not read."},
    {.key = "model",
     .kind = kModel,
     .about = "Of the catalogue, of a file beside the scenario, or the content of such a file.",
     .required = true,
     .catalog = "models",
     .object = &fields::kModel},
    {.key = "training", .kind = kObject, .required = true, .object = &kTraining},
    {.key = "cluster", .kind = kObject, .required = true, .object = &kCluster},
    {.key = "run", .kind = kObject, .rule = "all defaults", .object = &kRun},
    {.key = "price", .kind = kObject, .rule = "all defaults", .object = &kPrice},
    {.key = "power", .kind = kObject, .rule = "all defaults", .object = &kPower}};

}  // namespace

constinit const FieldTable kScenario{
    .about =
        "One training run. Every quantity is a text with its unit. docs/scenario_format.md says more, and which "
        "rules hold between fields.",
    .fields = kScenarioFields};

constinit const Field kItemFields[5] = {
    {.key = "version", .kind = kConstant, .minimum = 1, .maximum = 1},
    {.key = "kind", .kind = kNote, .about = "The kind of item."},
    {.key = "title", .kind = kNote, .about = "In a few words."},
    {.key = "provenance", .about = "Where its numbers come from; see docs/catalog_format.md."},
    {.key = "notes", .about = "For people."}};

}  // namespace fmplan::scenario::fields
