// The fields of a programme.

#include "core/scenario/fields.h"
#include "core/scenario/programme.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::scenario::fields {
namespace {

using text::Dimension;
using text::Field;
using text::FieldTable;
using enum text::FieldKind;

constexpr Field kNotes{.key = "notes", .kind = kAnything, .about = "For people; not read."};

constexpr Field kCurrencyFields[] = {
    {.key = "code", .kind = kText, .about = "Three capitals (ISO 4217).", .required = true},
    {.key = "per_dollar",
     .kind = kNumber,
     .about = "Of it for one dollar.",
     .rule = "required but of USD",
     .minimum = 1e-3,
     .maximum = 1e6},
    {.key = "on", .kind = kDay, .about = "The day of the rate.", .rule = "required but of USD"},
    {.key = "source", .kind = kText, .about = "Who published the rate.", .rule = "required but of USD"}};

constexpr Field kPolicyFields[] = {
    {.key = "kind", .kind = kChoice, .about = "As above.", .required = true, .names = kPolicyNames.texts},
    {.key = "backfill",
     .kind = kFlag,
     .about = "A job may go first if the first in the queue starts no later for it (EASY).",
     .otherwise = "true"},
    {.key = "preemption",
     .kind = kFlag,
     .about = "Who goes first takes nodes from who goes behind, at the cost of a checkpoint and a restart.",
     .otherwise = "false"},
    {.key = "grid",
     .kind = kChoice,
     .about = "Of placements: phases start at the begin of one.",
     .otherwise = "day",
     .names = kGridNames.texts}};

constexpr Field kPoolPriceFields[] = {
    {.key = "per_node_hour",
     .kind = kMoney,
     .about = "What it is charged at, throughout.",
     .required = true,
     .dimension = Dimension::kMoneyRate},
    {.key = "source", .kind = kText, .about = "Where the price is from.", .rule = "the programme"}};

constexpr Field kDeliveryFields[] = {
    {.key = "name", .kind = kText, .about = "What paths and calendars call it.", .rule = "none"},
    {.key = "on", .kind = kDay, .about = "They are there from the begin of this day.", .required = true},
    {.key = "nodes", .kind = kWhole, .required = true, .minimum = 1, .maximum = sim::kMostNodes},
    {.key = "late_chance", .kind = kShare, .about = "Chance that it slips.", .otherwise = "0", .maximum = 1},
    {.key = "late_mean",
     .kind = kQuantity,
     .about = "Mean of the exponential time that it slips by.",
     .rule = "required with late_chance",
     .dimension = Dimension::kTime}};

constexpr Field kReturnFields[] = {
    {.key = "name", .kind = kText, .about = "What paths and calendars call it.", .rule = "none"},
    {.key = "on", .kind = kDay, .about = "They are gone from the begin of this day.", .required = true},
    {.key = "nodes", .kind = kWhole, .required = true, .minimum = 1, .maximum = sim::kMostNodes}};

constexpr Field kPoolMaintenanceFields[] = {
    {.key = "name", .kind = kText, .about = "What calendars call it.", .rule = "none"},
    {.key = "from", .kind = kDay, .about = "The first day without them.", .required = true},
    {.key = "until", .kind = kDay, .about = "The first day with them again.", .required = true},
    {.key = "nodes", .kind = kWhole, .rule = "all of the pool", .minimum = 1, .maximum = sim::kMostNodes}};

constexpr Field kAcceptanceFields[] = {{.key = "defective_share",
                                        .kind = kShare,
                                        .about = "Of the nodes delivered, each by its own luck.",
                                        .required = true,
                                        .maximum = 1},
                                       {.key = "check",
                                        .kind = kQuantity,
                                        .about = "Until all are checked.",
                                        .rule = "no time",
                                        .dimension = Dimension::kTime},
                                       {.key = "replaced_in",
                                        .kind = kQuantity,
                                        .about = "From its being found until a defective one is replaced.",
                                        .required = true,
                                        .dimension = Dimension::kTime}};

constexpr Field kPoolFields[] = {
    {.key = "name", .kind = kText, .about = "Once among pools.", .required = true},
    kNotes,
    {.key = "instance", .kind = kReference, .about = "The machine.", .required = true, .catalog = "instances"},
    {.key = "region", .kind = kText, .about = "A region of the catalogue.", .rule = "required unless owned"},
    {.key = "kind", .kind = kChoice, .about = "Way of buying.", .otherwise = "on_demand", .names = kPoolKinds},
    {.key = "deliveries",
     .kind = kList,
     .about = "Nodes that it gets.",
     .required = true,
     .minimum = 1,
     .maximum = kMostPoolChanges,
     .object = &kDelivery},
    {.key = "returns",
     .kind = kList,
     .about = "Nodes that it gives back.",
     .rule = "all at the programme's end",
     .maximum = kMostPoolChanges,
     .object = &kReturn},
    {.key = "price",
     .kind = kObject,
     .about = "Its own price.",
     .rule = "the catalogue's, by day and region; unknown stays unknown",
     .nullable = true,
     .object = &kPoolPrice},
    {.key = "nodes_per_leaf",
     .kind = kWhole,
     .about = "Nodes under one leaf of the network.",
     .rule = "the fabric's of the catalogue",
     .minimum = 1,
     .maximum = sim::kMostNodes},
    {.key = "maintenance",
     .kind = kList,
     .about = "Nodes that nobody has for some days.",
     .rule = "none",
     .maximum = kMostPoolChanges,
     .object = &kPoolMaintenance},
    {.key = "spares",
     .kind = kWhole,
     .about = "Of its nodes, kept for whoever loses one; shared by all projects on it.",
     .otherwise = "0",
     .why = "not given: no node is kept back",
     .minimum = 0,
     .maximum = sim::kMostNodes},
    {.key = "acceptance",
     .kind = kObject,
     .about = "What is found wrong with nodes when they are delivered.",
     .rule = "all nodes are good",
     .object = &kAcceptance},
    {.key = "orchestrator",
     .kind = kChoice,
     .about = "What starts and mends jobs.",
     .otherwise = "slurm",
     .why = "not given: what most clusters run",
     .names = kOrchestratorNames.texts}};

constexpr Field kJobsFields[] = {
    {.key = "per_day",
     .kind = kNumber,
     .about = "Jobs that come, at random (a Poisson stream).",
     .required = true,
     .minimum = 1e-6,
     .maximum = 1e6},
    {.key = "nodes",
     .kind = kWholes,
     .about = "Of a job; each as likely, so that what stands twice is twice as likely.",
     .required = true,
     .minimum = 1,
     .maximum = sim::kMostNodes},
    {.key = "mean_duration",
     .kind = kQuantity,
     .about = "Of an exponential law.",
     .rule = "required without durations",
     .dimension = Dimension::kTime},
    {.key = "durations", .kind = kTexts, .about = "Times, each as likely; instead.", .rule = "none"}};

constexpr Field kProjectPhaseFields[] = {
    {.key = "kind", .kind = kChoice, .about = "What is done.", .required = true, .names = kPhaseKindNames.texts},
    {.key = "name", .kind = kText, .about = "Once in a project.", .rule = "the kind, with a number from the second on"},
    {.key = "scenario",
     .kind = kDocument,
     .about = "The run, of training and post_training.",
     .rule = "of training: the project's"},
    {.key = "node_hours",
     .kind = kNumber,
     .about = "Work of as many nodes times hours, at any of its numbers of nodes; instead.",
     .rule = "none",
     .minimum = 1e-3,
     .maximum = 1e12},
    {.key = "duration",
     .kind = kQuantity,
     .about = "Time that it takes whatever the number of nodes; instead.",
     .rule = "none",
     .dimension = Dimension::kTime},
    {.key = "jobs",
     .kind = kObject,
     .about = "Of experiments: jobs that come for its duration.",
     .rule = "none",
     .object = &kJobs},
    {.key = "nodes",
     .kind = kWholes,
     .about = "Numbers of nodes that it may run on.",
     .rule = "the project's",
     .minimum = 1,
     .maximum = sim::kMostNodes}};

constexpr Field kProjectFields[] = {
    {.key = "name", .kind = kText, .about = "Once in the programme.", .required = true},
    kNotes,
    {.key = "scenario",
     .kind = kDocument,
     .about = "What is trained; its nodes, machine, dates and price give way to the programme's.",
     .rule = "none"},
    {.key = "nodes",
     .kind = kWholes,
     .about = "Numbers of nodes that it may run on.",
     .otherwise = "auto",
     .why = "not given: any number that its pools have",
     .minimum = 1,
     .maximum = sim::kMostNodes,
     .names = kAutoName},
    {.key = "pools", .kind = kTexts, .about = "That it may run on.", .rule = "all that its scenario can run on"},
    {.key = "earliest",
     .kind = kDay,
     .about = "It starts no sooner.",
     .rule = "the programme's start",
     .nullable = true},
    {.key = "deadline",
     .kind = kDay,
     .about = "The day by whose end it is to be ready.",
     .rule = "none",
     .nullable = true},
    {.key = "weight",
     .kind = kNumber,
     .about = "Of a day late, and of not being placed.",
     .otherwise = "1",
     .minimum = 1e-3,
     .maximum = 1e6},
    {.key = "after", .kind = kTexts, .about = "Projects that have to end before.", .rule = "none"},
    {.key = "phases",
     .kind = kList,
     .about = "In order.",
     .rule = "one of training",
     .minimum = 1,
     .maximum = kMostPhases,
     .object = &kProjectPhase},
    {.key = "dedicated",
     .kind = kFlag,
     .about = "Keeps its nodes from its first phase's start to its last one's end.",
     .otherwise = "false"}};

constexpr Field kOrganisationFields[] = {
    {.key = "name", .kind = kText, .about = "Once among organisations.", .required = true},
    kNotes,
    {.key = "share",
     .kind = kShare,
     .about = "Of the nodes, for fair_share.",
     .rule = "an equal part of what is left",
     .maximum = 1},
    {.key = "budget", .kind = kMoney, .about = "For all its projects.", .rule = "none", .nullable = true},
    {.key = "priority",
     .kind = kWhole,
     .about = "More goes first.",
     .otherwise = "0",
     .minimum = -1000,
     .maximum = 1000},
    {.key = "projects", .kind = kList, .required = true, .minimum = 0, .maximum = kMostProjects, .object = &kProject}};

constexpr Field kProgrammeFields[] = {
    {.key = "version", .kind = kConstant, .about = "Of this format.", .required = true, .minimum = 1, .maximum = 1},
    {.key = "name", .kind = kText, .about = "What reports call it.", .required = true},
    {.key = "notes",
     .kind = kTexts,
     .about = "For people: which figures are facts, and which assumptions.",
     .rule = "none"},
    {.key = "start", .kind = kDay, .about = "Its first day.", .required = true},
    {.key = "end", .kind = kDay, .about = "The day after its last.", .required = true},
    {.key = "currency",
     .kind = kObject,
     .about = "What money is reported in, and may be written in beside dollars.",
     .rule = "USD",
     .object = &kCurrency},
    {.key = "policy",
     .kind = kChoice,
     .about = "Who goes first: by a placement made beforehand, or by a queue.",
     .otherwise = "planned",
     .why = "not given: who gets what and when is planned beforehand",
     .names = kPolicyNames.texts,
     .object = &kPolicy},
    {.key = "pools",
     .kind = kList,
     .about = "Capacity.",
     .required = true,
     .minimum = 1,
     .maximum = kMostPools,
     .object = &kPool},
    {.key = "organisations",
     .kind = kList,
     .about = "Demand.",
     .required = true,
     .minimum = 1,
     .maximum = kMostProjects,
     .object = &kOrganisation}};

}  // namespace

constinit const FieldTable kCurrency{
    .name = "currency", .about = "A currency and its rate.", .fields = kCurrencyFields};
constinit const FieldTable kPolicy{.name = "policy", .about = "Who goes first, and how.", .fields = kPolicyFields};
constinit const FieldTable kPoolPrice{
    .name = "pool_price", .about = "A price of one's own.", .fields = kPoolPriceFields};
constinit const FieldTable kDelivery{.name = "delivery", .about = "Nodes that come.", .fields = kDeliveryFields};
constinit const FieldTable kReturn{.name = "return", .about = "Nodes that go.", .fields = kReturnFields};
constinit const FieldTable kPoolMaintenance{
    .name = "pool_maintenance", .about = "Nodes that nobody has.", .fields = kPoolMaintenanceFields};
constinit const FieldTable kAcceptance{
    .name = "acceptance", .about = "What is found wrong at delivery.", .fields = kAcceptanceFields};
constinit const FieldTable kPool{
    .name = "pool", .about = "Nodes of one machine in one region, bought in one way.", .fields = kPoolFields};
constinit const FieldTable kJobs{.name = "jobs", .about = "Jobs that come at random.", .fields = kJobsFields};
constinit const FieldTable kProjectPhase{
    .name = "project_phase", .about = "One stretch of a project.", .fields = kProjectPhaseFields};
constinit const FieldTable kProject{.name = "project", .about = "One model on its way.", .fields = kProjectFields};
constinit const FieldTable kOrganisation{
    .name = "organisation", .about = "Who shares the capacity.", .fields = kOrganisationFields};
constinit const FieldTable kProgramme{.about =
                                          "Many projects of several organisations on shared capacity. "
                                          "docs/programme_format.md says more, and which rules "
                                          "hold between fields.",
                                      .fields = kProgrammeFields};

}  // namespace fmplan::scenario::fields
