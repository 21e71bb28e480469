#include "core/answer/assumption_text.h"

#include <map>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "core/answer/notice_text.h"
#include "core/network/cluster_contention.h"
#include "core/scenario/fields.h"

namespace fmplan::answer {
namespace {

using plan::AssumptionKind;

/// The values of a reason by their names.
class Values {
 public:
  explicit Values(const NoticeValues& values) : values_(values) {}

  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// Empty where there is none.
  std::string text(std::string_view name) const {
    const NoticeValue* value = find(name);
    return value ? notice_value_text(*value) : std::string();
  }
  double ratio(std::string_view name) const {
    const NoticeValue* value = find(name);
    return value ? std::get<Ratio>(*value).value : 0;
  }
  std::int64_t count(std::string_view name) const {
    const NoticeValue* value = find(name);
    return value ? std::get<std::int64_t>(*value) : 0;
  }

 private:
  const NoticeValue* find(std::string_view name) const {
    for (const auto& [key, value] : values_)
      if (key == name) return &value;
    return nullptr;
  }

  const NoticeValues& values_;
};

/// What the description of the field at `path`, a JSON Pointer, says of its default.
std::string field_text(const std::string& path) {
  static const auto kReasons = [] {
    std::map<std::string, std::string_view> reasons;
    for (const text::FieldPath& each : field_paths(scenario::fields::kScenario)) reasons[each.path] = each.field->why;
    return reasons;
  }();
  std::string dotted = path.substr(path.empty() ? 0 : 1);
  for (char& c : dotted)
    if (c == '/') c = '.';
  const auto found = kReasons.find(dotted);
  return found == kReasons.end() || found->second.empty() ? "not given" : std::string(found->second);
}

std::string collectives_text(const Values& values) {
  const bool measured = values.count("measured") != 0;
  return fmt::format(
      "how long collectives take; {}, four in five measurements lie between {:.2f} and {:.2f} of the prediction{}",
      measured ? "from 1 MiB up" : "of the largest", values.ratio("low"), values.ratio("high"),
      measured ? "" : "; no row is of this machine across domains");
}

std::string step_profile_text(const Values& values) {
  const auto known = [&](const char* name, const char* all) {
    return values.count(name) != 0 ? "as fitted" : fmt::format("common to all {}", all);
  };
  const std::string fitted = fmt::format("habits of {} {}, paces of {} {}", values.text("framework"),
                                         known("framework_measured", "frameworks"), values.text("accelerator"),
                                         known("accelerator_measured", "accelerators"));
  if (!values.has("rows")) return fitted + "; measured steps of your own would correct them";
  const std::int64_t rows = values.count("rows"), refused = values.count("refused");
  return fmt::format("{}, corrected by {} measured row{} of your own{}", fitted, rows, rows == 1 ? "" : "s",
                     refused == 0 ? "" : fmt::format("; {} refused", refused));
}

std::string contention_text(const Values& values) {
  const bool sprayed = values.text("routing") == network::kLeafRoutingNames.name(network::LeafRouting::kSpray);
  const bool packed = values.text("placement") == network::kPlacementNames.name(network::Placement::kPacked);
  const std::string oversubscription =
      !values.has("oversubscription") ? "not stated, 1:1 taken"
      : values.has("fabric") ? fmt::format("{:.4g}:1 of {}", values.ratio("oversubscription"), values.text("fabric"))
                             : fmt::format("{:.4g}:1, as the scenario has it", values.ratio("oversubscription"));
  return fmt::format("{}the plan's own traffic all at once; {}; {}; leaves oversubscribed: {}",
                     values.has("phase") ? fmt::format("phase {}: ", values.text("phase")) : "",
                     sprayed ? "packets sprayed over all spines" : "spine fixed by the destination",
                     packed ? "machines leaf after leaf" : "machines from the leaves in turn", oversubscription);
}

std::string storage_price_text(const Values& values) {
  const std::string elsewhere =
      values.has("asked") ? fmt::format(" in {}: none is known in {}", values.text("region"), values.text("asked"))
                          : "";
  return fmt::format("price of {}{}", values.has("storage") ? values.text("storage") : "the checkpoint storage",
                     elsewhere);
}

std::string rounded_up_text(const Values& values) {
  return fmt::format("{} is no size of {}: rounded up to the next on sale{}", values.text("wanted"),
                     values.text("storage"),
                     values.has("below") ? fmt::format("; the one below is {}", values.text("below")) : "");
}

/// Of price and power.
std::string money_text(AssumptionKind kind, const Values& values) {
  switch (kind) {
    case AssumptionKind::kUsualRegion:
      if (values.has("unsold"))
        return fmt::format("not given: the cheapest of those with a price; none is known in {}", values.text("unsold"));
      return values.has("provider") ? "not given, nor who runs the machine: whose prices count"
                                    : "not given: the provider's usual one";
    case AssumptionKind::kPriceAtStart: return "not given: the start of the run, and by the day from there";
    case AssumptionKind::kPriceInForce:
      return fmt::format("{} in {}, seen from {}{}", values.text("kind"), values.text("region"), values.text("from"),
                         values.has("until") ? " to " + values.text("until") : "");
    case AssumptionKind::kPriceChanges: return fmt::format("from {} on", values.text("from"));
    case AssumptionKind::kStoragePrice: return storage_price_text(values);
    case AssumptionKind::kPowerMeasured: return "not given: as measured or published of such machines";
    case AssumptionKind::kPowerAtFullLoad: return "not given: the instance's at full load";
    case AssumptionKind::kPowerOfAccelerators:
      return fmt::format("not given: {:.2f} times the accelerators' power, as measured of machines with H100",
                         values.ratio("times"));
    case AssumptionKind::kIdlePower: return "not given: idle accelerators, the rest of the machine as at work";
    case AssumptionKind::kIdlePowerUnknown: return "not given and not known: as at work";
    case AssumptionKind::kProvidersPue: return "not given: the provider's fleet";
    case AssumptionKind::kPueUnknown: return "not given and not published for the provider: cooling is not counted";
    case AssumptionKind::kGridIntensity: return "carbon of the grid, location-based";
    case AssumptionKind::kGridUnknown: return "not given, and no grid of the price's region is known";
    default: return {};
  }
}

/// Of the machine and its storage.
std::string machine_text(AssumptionKind kind, const Values& values) {
  switch (kind) {
    case AssumptionKind::kMatrixProducts:
      return fmt::format("what large matrix products reach on {}{}", values.text("accelerator"),
                         values.has("median_error") ? ", median error " + values.text("median_error") : "");
    case AssumptionKind::kFusedAttention: return "what fused attention reaches at long sequences";
    case AssumptionKind::kSustainedClock: return "what a training run's power draw leaves of it";
    case AssumptionKind::kLink:
      return fmt::format("what large collectives reach over {}, and the latency of a message", values.text("link"));
    case AssumptionKind::kCollectives: return collectives_text(values);
    case AssumptionKind::kHostLink:
      return fmt::format("what one accelerator's copies to the host's memory reach over {}", values.text("link"));
    case AssumptionKind::kHostMemoryUnknown: return "its size is not stated, and offloaded state lies there";
    case AssumptionKind::kLinkInWords: return fmt::format("\"{}\", as it is read", values.text("words"));
    case AssumptionKind::kLinkNotStated: return "the link between machines is not stated";
    case AssumptionKind::kLinkNotMeasured:
      return fmt::format("no collective over {} was measured: the median of such links that were", values.text("link"));
    case AssumptionKind::kNicPerAccelerator: return "one NIC an accelerator, as in most machines for training";
    case AssumptionKind::kDrives: return fmt::format("what {} drives of a node do together", values.text("drives"));
    case AssumptionKind::kRoundedUp: return rounded_up_text(values);
    case AssumptionKind::kArchiveAgainstCorruption:
      return "not given: without any, a run would begin anew when wrong numbers are found late";
    case AssumptionKind::kDataUnlimited: return "not given: steps never wait for data";
    default: return money_text(kind, values);
  }
}

}  // namespace

std::string assumption_text(const plan::Assumption& assumption) {
  const Values values(assumption.why.values);
  switch (assumption.why.kind) {
    case AssumptionKind::kDefault: return field_text(assumption.path);
    case AssumptionKind::kNotGiven: return "not given";
    case AssumptionKind::kPublishedFigure: return "not given: a published figure";
    case AssumptionKind::kFrameworkHabits:
      return "overlap, fusion and overhead habits, counted from kernel lists and default switches";
    case AssumptionKind::kUsualFramework:
      return "not given: overlap, fusion and overhead habits, counted from kernel lists and default switches";
    case AssumptionKind::kHabitOfFramework: return fmt::format("not given: the habit of {}", values.text("framework"));
    case AssumptionKind::kAdapters: return "adapters on the query, key and value product of each layer";
    case AssumptionKind::kUsualAdapterRank: return "not given: the rank of most recipes";
    case AssumptionKind::kWholeSequences:
      return "not given: attention over all of it; where samples are packed, give the tokens of one";
    case AssumptionKind::kStepProfile: return step_profile_text(values);
    case AssumptionKind::kProbe: return "times by a probe of this machine, over those of machines that were fitted";
    case AssumptionKind::kAnchorsOverProbe: return "the measured steps of training.anchor hold what it would correct";
    case AssumptionKind::kUsualSoftware:
      return fmt::format("not given: a release of the day the run starts, none newer than any of {} that was measured",
                         values.text("framework"));
    case AssumptionKind::kSoftwareFarAway:
      return fmt::format("{} is further than a year from the releases of {} that were measured, {} to {}",
                         values.text("stated"), values.text("framework"), values.text("oldest"), values.text("newest"));
    case AssumptionKind::kNoDatedSoftware:
      return fmt::format("no measured row of {} names its release", values.text("framework"));
    case AssumptionKind::kCatalogueDay: return "not given: the day of the catalogues";
    case AssumptionKind::kRateBetweenClusters: return "not counted: as far as published rates differ between clusters";
    case AssumptionKind::kCampaignHistory:
      return fmt::format(
          "not given: at the median {} published campaigns of {} teams took so much more than their machines could do, "
          "of mixtures as of dense models; \"none\" leaves it out",
          values.text("campaigns"), values.text("teams"));
    case AssumptionKind::kNoCampaignsOfAdapters: return "no campaign of adapters was published";
    case AssumptionKind::kProvidersRecovery: return "not given: the provider's usual practice";
    case AssumptionKind::kContention: return contention_text(values);
    case AssumptionKind::kSearchedAlone:
      return "searched with every collective as if alone; contention is in what was found, not in the choice";
    case AssumptionKind::kNodesLeftOver:
      return fmt::format(
          "nodes that train of the {} held, which are fastest so; {} more stand by as spares; "
          "cluster.strict keeps all",
          values.text("held"), values.text("left_over"));
    case AssumptionKind::kNodesReturned:
      return fmt::format(
          "nodes that train of the {} stated, which are fastest so; the other {} are not held, for the "
          "number of spares is searched; cluster.strict keeps all",
          values.text("held"), values.text("left_over"));
    case AssumptionKind::kBatchRounded:
      return fmt::format("the batch of {} sequences, changed by {:+.1f} % so that it divides; cluster.strict keeps it",
                         values.text("asked"), 100 * values.ratio("change"));
    case AssumptionKind::kSparesCheapest: return "\"auto\": makes the run cheapest";
    case AssumptionKind::kSparesFewestHours: return "\"auto\": takes the fewest node-hours";
    case AssumptionKind::kSparesInTime: return "not given: with these nodes the cheapest in time";
    default: return machine_text(assumption.why.kind, values);
  }
}

bool is_unconfirmed(const plan::Assumption& assumption) {
  return assumption.source.ends_with("unconfirmed") || assumption.source.ends_with("unconfirmed)");
}

}  // namespace fmplan::answer
