// The fields of the run: dates, failures, recovery, spares.

#include "core/plan/scenario.h"
#include "core/scenario/fields.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::scenario::fields {
namespace {

using text::Dimension;
using text::Field;
using text::FieldTable;
using enum text::FieldKind;

constexpr std::string_view kOverheads[] = {"history", "none"};

constexpr Field kContinuationFields[] = {
    {.key = "kind", .kind = kChoice, .about = "As above.", .required = true, .names = sim::kContinuationNames.texts},
    {.key = "stall",
     .kind = kQuantity,
     .about = "Of kind replica: all stand still so long.",
     .nullable = true,
     .dimension = Dimension::kTime,
     .catalog = "hazards",
     .item = "replica"}};
constexpr FieldTable kContinuation{.fields = kContinuationFields};

constexpr Field kRunFields[] = {
    {.key = "start", .kind = kDay, .about = "First day.", .rule = "the day of the catalogues"},
    {.key = "deadline",
     .kind = kDay,
     .about = "The day to be ready by, not before the start; required by \"nodes\": \"auto\"; if missed, exit code 3.",
     .rule = "none",
     .nullable = true},
    {.key = "deadline_confidence",
     .kind = kShare,
     .about = "Chance of being ready by the deadline that keeps it.",
     .otherwise = "0.9",
     .minimum = plan::kLeastDeadlineConfidence,
     .maximum = plan::kMostDeadlineConfidence},
    {.key = "failures",
     .kind = kReference,
     .about = "An observed rate; of a job \"8 h\", or \"8 h of 256 nodes\"; \"6.5 per 1000 node-days\".",
     .otherwise = "llama-3-405b",
     .why = "not given: one of the published rates",
     .catalog = "failures",
     .object = &kFailures},
    {.key = "failures_while_down",
     .kind = kShare,
     .about = "Failures that take a node while the job is down or waits, over those while it runs.",
     .otherwise = "1",
     .why = "not given: hardware goes on failing while a job waits; software does not",
     .maximum = 1},
    {.key = "recovery",
     .kind = kReference,
     .about = "What happens after a failure.",
     .rule = "hyperpod on AWS, else slurm-requeue",
     .catalog = "recoveries",
     .object = &kRecovery},
    {.key = "spare_nodes",
     .kind = kWhole,
     .about = "Instances paid for from start to finish; \"auto\": the number that makes the run cheapest.",
     .otherwise = "0",
     .minimum = 0,
     .maximum = sim::kMostNodes,
     .names = kAutoName},
    {.key = "evaluation",
     .kind = kShare,
     .about = "Share of training time (steps, evaluation, stalls of data) spent on evaluation, at most 0.9.",
     .otherwise = "0",
     .why = "not given: no time for evaluation",
     .maximum = 1},
    {.key = "campaign_overhead",
     .kind = kShare,
     .about =
         "What campaigns take on top of the machine's time: as published ones took, nothing, or a share (\"20 %\").",
     .otherwise = "history",
     .rule = "\"history\"; \"none\" for adapters, of which no campaign was published",
     .maximum = 1,
     .names = kOverheads},
    {.key = "checkpoint", .kind = kObject, .about = "How the state is saved.", .object = &kCheckpoint},
    {.key = "hazards",
     .kind = kObject,
     .about = "What happens beside the constant rate of failures.",
     .rule = "none",
     .object = &kHazards},
    {.key = "continuation",
     .kind = kChoice,
     .about = "What the rest of the job does after a failure.",
     .otherwise = "restart",
     .names = sim::kContinuationNames.texts,
     .object = &kContinuation},
    {.key = "data",
     .kind = kObject,
     .about = "What the steps read.",
     .rule = "reading costs no time",
     .nullable = true,
     .object = &kData}};

}  // namespace

constinit const FieldTable kRun{.name = "run", .about = "The course of the run.", .fields = kRunFields};

}  // namespace fmplan::scenario::fields
