// The fields of what happens to a run beside the constant rate of failures.

#include "core/scenario/fields.h"
#include "core/scenario/scenario_names.h"
#include "core/sim/run/hazards.h"

namespace fmplan::scenario::fields {
namespace {

using text::Dimension;
using text::Field;
using text::FieldTable;
using enum text::FieldKind;

constexpr double kLeastPer1000NodeDays = 1e-6;  ///< chosen: 0 is no hazard, and is left out

/// A time that must be stated.
constexpr Field time(std::string_view key, std::string_view about) {
  return {.key = key, .kind = kQuantity, .about = about, .required = true, .dimension = Dimension::kTime};
}

/// A field that a published figure of the catalogue fills.
constexpr Field published(std::string_view item, Field field) {
  field.catalog = "hazards";
  field.item = item;
  return field;
}
constexpr Field published_time(std::string_view item, std::string_view key, std::string_view about,
                               std::string_view rule = {}) {
  return published(
      item,
      {.key = key, .kind = kQuantity, .about = about, .rule = rule, .nullable = true, .dimension = Dimension::kTime});
}
constexpr Field published_share(std::string_view item, std::string_view key, std::string_view about) {
  return published(item, {.key = key, .kind = kShare, .about = about, .maximum = 1});
}
constexpr Field published_factor(std::string_view item, std::string_view key, std::string_view about) {
  return published(item,
                   {.key = key, .kind = kNumber, .about = about, .minimum = 1, .maximum = sim::kLargestHazardFactor});
}

constexpr Field kShape = published("weibull", {.key = "shape",
                                               .kind = kNumber,
                                               .about = "Of the Weibull law; below 1, ever rarer.",
                                               .minimum = sim::kSmallestShape,
                                               .maximum = sim::kLargestShape});
constexpr Field per_1000_node_days(std::string_view about, std::string_view rule, bool required) {
  return {.key = "per_1000_node_days",
          .kind = kNumber,
          .about = about,
          .rule = rule,
          .required = required,
          .minimum = kLeastPer1000NodeDays,
          .maximum = sim::kMostHazardsPer1000NodeDays};
}

constexpr Field kRenewalFields[] = {kShape};
constexpr FieldTable kRenewal{.fields = kRenewalFields};

constexpr Field kLemonFields[] = {
    published_share("lemons", "share", "Of the nodes, above 0 and below 1."),
    published_factor("lemons", "factor", "Their failure rate over an ordinary node's."),
    published_share("lemons", "recognised", "Chance, at each of its failures, to be taken out for good.")};
constexpr FieldTable kLemons{.fields = kLemonFields};

constexpr Field kAgingFields[] = {kShape, time("mean_life", "Mean time to such a failure.")};
constexpr FieldTable kAging{.fields = kAgingFields};

constexpr Field kGroupFields[] = {{.key = "nodes",
                                   .kind = kWhole,
                                   .about = "Lost together; not more than there are.",
                                   .required = true,
                                   .minimum = 1,
                                   .maximum = sim::kMostNodes},
                                  published_time("groups", "mtbf", "Of one group.", "node-days / events / nodes"),
                                  published_time("groups", "repair", "Until the nodes are back.")};
constexpr FieldTable kGroups{.fields = kGroupFields};

constexpr Field kSilentCorruptionFields[] = {
    published("silent-corruption", per_1000_node_days("Of wrong numbers.", "1000 × events / node-days", false)),
    time("found_after", "Mean training time until it is found.")};
constexpr FieldTable kSilentCorruption{.fields = kSilentCorruptionFields};

constexpr Field kSlowNodeFields[] = {per_1000_node_days("Nodes that become slow.", "", true),
                                     published_factor("slow-nodes", "slowdown", "Of the whole job while one is slow."),
                                     published_time("slow-nodes", "lasts", "Mean."),
                                     {.key = "then",
                                      .kind = kChoice,
                                      .about = "It gets well by itself, or is taken out.",
                                      .otherwise = "recovers",
                                      .names = kSlowNodeNames.texts}};
constexpr FieldTable kSlowNodes{.fields = kSlowNodeFields};

constexpr Field kPreemptionFields[] = {
    time("mean_between", "Training time of the whole job."),
    published_time("preemption", "notice", "A checkpoint that stalls no longer is still written."),
    time("wait", "Mean, until there is capacity again.")};
constexpr FieldTable kPreemption{.fields = kPreemptionFields};

constexpr Field kSiteOutageFields[] = {time("mean_between", "Training time of the whole job."),
                                       time("repair", "Until it is back.")};
constexpr FieldTable kSiteOutage{.fields = kSiteOutageFields};

constexpr Field kMaintenanceFields[] = {
    published_time("maintenance", "every", "From one's begin to the next one's.", "window / events"),
    time("takes", "Shorter than every.")};
constexpr FieldTable kMaintenance{.fields = kMaintenanceFields};

constexpr Field kCapacityBlockFields[] = {time("lasts", "One block."), time("gap", "Between two.")};
constexpr FieldTable kCapacityBlock{.fields = kCapacityBlockFields};

constexpr Field hazard(std::string_view key, std::string_view about, const FieldTable& object) {
  return {.key = key, .kind = kObject, .about = about, .rule = "none", .nullable = true, .object = &object};
}

constexpr Field kHazardFields[] = {
    hazard("renewal",
           "Times between the job's failures are Weibull with the mean of the rate, and start anew with every failure.",
           kRenewal),
    hazard("lemons", "Some nodes fail far more often; the mean rate stays.", kLemons),
    hazard("aging", "Failures that become rarer or more frequent with a node's age, on top of the rate.", kAging),
    hazard("groups", "Nodes behind one switch are lost together, on top of the rate.", kGroups),
    hazard("silent_corruption", "Wrong numbers, found late, on top of the rate.", kSilentCorruption),
    hazard("slow_nodes", "A node that slows the whole job down.", kSlowNodes),
    hazard("preemption", "Spot capacity is taken back.", kPreemption),
    hazard("site_outage", "Power or cooling fails, and all nodes stand still until it is back.", kSiteOutage),
    hazard("maintenance", "Planned, known ahead.", kMaintenance),
    hazard("capacity_block", "A capacity block ends, and the next one begins later.", kCapacityBlock)};

}  // namespace

constinit const FieldTable kHazards{.fields = kHazardFields};

}  // namespace fmplan::scenario::fields
