#include "core/answer/notice_text.h"

#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity_text.h"

namespace fmplan::answer {
namespace {

using plan::Notice;
using plan::NoticeKind;
using text::Json;

/// The key with its unit, and the value in it.
std::pair<std::string, Json> value_json(std::string_view name, const NoticeValue& value) {
  return std::visit(
      [name](const auto& v) -> std::pair<std::string, Json> {
        using Value = std::decay_t<decltype(v)>;
        const std::string key(name);
        if constexpr (std::is_same_v<Value, Ratio>) return {key, v.value};
        if constexpr (std::is_same_v<Value, Seconds>) return {key + "_s", v / second};
        if constexpr (std::is_same_v<Value, Bytes>) return {key + "_bytes", v / byte};
        if constexpr (std::is_same_v<Value, BytesPerSecond>) return {key + "_bytes_per_s", v / byte_per_second};
        if constexpr (std::is_same_v<Value, Date>) return {key, date_text(v)};
        if constexpr (std::is_same_v<Value, std::int64_t> || std::is_same_v<Value, std::string> ||
                      std::is_same_v<Value, std::vector<std::string>>)
          return {key, Json(v)};
      },
      value);
}

std::string placeholder_text(std::string_view name, const Notice& notice) {
  if (name == "part") return notice.parts.empty() ? std::string() : notice_text(notice.parts.front());
  for (const auto& [key, value] : notice.values)
    if (key == name) {
      const auto* ratio = std::get_if<Ratio>(&value);
      return ratio && name == "chance" ? chance_text(ratio->value) : notice_value_text(value);
    }
  return {};
}

}  // namespace

std::string notice_value_text(const NoticeValue& value) {
  return std::visit(
      [](const auto& v) -> std::string {
        using Value = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<Value, std::int64_t>) return fmt::format("{}", v);
        if constexpr (std::is_same_v<Value, Ratio>) return ratio_text(v.value);
        if constexpr (std::is_same_v<Value, Seconds>) return time_text(v);
        if constexpr (std::is_same_v<Value, Bytes>) return data_text(v);
        if constexpr (std::is_same_v<Value, BytesPerSecond>) return bandwidth_text(v);
        if constexpr (std::is_same_v<Value, Date>) return date_text(v);
        if constexpr (std::is_same_v<Value, std::string>) return v;
        if constexpr (std::is_same_v<Value, std::vector<std::string>>) return fmt::format("{}", fmt::join(v, ", "));
      },
      value);
}

Json notice_values_json(const NoticeValues& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) {
    auto [key, json] = value_json(name, value);
    object[key] = std::move(json);
  }
  return object;
}

std::string_view notice_template(NoticeKind kind) {
  switch (kind) {
    case NoticeKind::kNoPlanDivides:
      return "No parallel plan divides the model, {nodes} nodes and a batch of {batch} sequences.";
    case NoticeKind::kNoPlanFits: return "None of {plans} parallel plans fits in memory with a chance of {confidence}.";
    case NoticeKind::kNoNodesRun:
      return "No number of nodes up to {most} both divides the plan, the model and the batch and can fit in memory.";
    case NoticeKind::kNoNodesFit:
      return "No number of nodes up to {most} fits in memory with a chance of {confidence}; the likeliest, {likeliest} "
             "nodes, fits with {chance}: with training.fit_confidence below that it is taken.";
    case NoticeKind::kNoNodesInTime:
      return "No number of nodes up to {most} keeps the deadline {deadline} with a chance of {confidence}; the "
             "likeliest to, {likeliest} nodes, ends on {ends} (P50) and keeps it with {chance}.";
    case NoticeKind::kBreaksRule: return "{rule}";
    case NoticeKind::kDeadlineMissed:
      return "The deadline {deadline} is missed: kept with a chance of {chance}, {confidence} asked; ready on {ends} "
             "(P50), 9 in 10 by {late}.";
    case NoticeKind::kOutOfMemory:
      return "Out of memory: {peak} per accelerator of {capacity}, a chance of {chance} that it fits; largest part: "
             "{largest_part}.";
    case NoticeKind::kNeverEndsWithoutSpares:
      return "The run never ends: there is no spare node, and a failed one neither comes back nor is replaced; give "
             "spare_nodes, or the recovery a replacement or repair time.";
    case NoticeKind::kNeverEnds:
      return "The run never ends: {between_failures} between failures against {to_come_back} to come back, "
             "{interval} from one checkpoint to the next, {checkpoint} a checkpoint and {step} a step.";
    case NoticeKind::kNeverEndsAsSparesRunOut:
      return "The run never ends: failed nodes neither come back nor are replaced, and {spares} spare nodes are enough "
             "in {last} of runs; give more spare_nodes, or the recovery a replacement or repair time.";
    case NoticeKind::kNoTrialEnds: return "The run never ends: {part}.";
    case NoticeKind::kTooLongToSimulate:
      return "The steps alone take {steps}: no run of more than {most} is simulated; fmplan plan answers in closed "
             "form. Use more nodes, or fewer tokens.";
    case NoticeKind::kMemoryTight:
      return "Memory is tight: {peak} per accelerator of {capacity}, a chance of {chance} that it fits; measure before "
             "you rely on it.";
    case NoticeKind::kPowerUnknown: return "The accelerator's power is not published: energy and carbon are unknown.";
    case NoticeKind::kHazardsLeftOut: return "The closed form leaves out {hazards}; fmplan run simulates them.";
    case NoticeKind::kNoEndInClosedForm:
      return "The closed form sees no end of the run and gives no days; fmplan run simulates what may get through. "
             "{part}";
    case NoticeKind::kSparesMayRunOut:
      return "In {out} of runs the {spares} spare nodes run out: failed nodes neither come back nor are replaced.";
    case NoticeKind::kFrameworkElsewhere:
      return "{framework} is not known to run on {accelerator} ({vendor}): its habits were counted on other machines.";
    case NoticeKind::kBeyondContext: return "{tokens} tokens are more than {model}'s native context of {context}.";
    case NoticeKind::kNoUnitsForRecipe:
      return "{accelerator} has no units for the recipe mxfp8, whose blocks of 32 Blackwell and MI350 were the first "
             "to scale: Transformer Engine refuses it there. Use blockwise, current or delayed.";
    case NoticeKind::kRecipeOfNvidia:
      return "nvfp4 is a format of NVIDIA's: whether {accelerator} ({vendor}) runs it is not known, and time and "
             "memory "
             "are told as if it did.";
    case NoticeKind::kFourBitsElsewhere:
      return "Frozen weights in nf4 are bitsandbytes', which is not known to run on {accelerator} ({vendor}): time and "
             "memory are told as if it did.";
    case NoticeKind::kMostNodesIdle:
      return "{left_over} of the {held} nodes stand idle and are paid for: no more than {training} train faster. Hold "
             "fewer, or raise training.global_batch_size, which more can share.";
    case NoticeKind::kBatchBeyondCritical:
      return "A batch of {batch} tokens is {of_critical} of the critical one of {tokens} training tokens, some "
             "{critical} (Zhang et al. 2024, coefficient not confirmed): from scratch, the loss that this batch buys "
             "is that of {of_tokens} of the tokens at the critical one.";
    case NoticeKind::kTensorLeavesDomain:
      return "tensor_parallel {tensor} leaves the scale-up domain of {domain} accelerators: its traffic crosses the "
             "network.";
    case NoticeKind::kTensorSplitsDomains:
      return "tensor_parallel {tensor} does not divide scale-up domains of {domain} accelerators: some groups lie "
             "across two, all wait for them, and their traffic crosses the network.";
    case NoticeKind::kDispatchExposed:
      return "A mixture over several machines, whose routed tokens go out once for each expert or with nothing beside "
             "it. DeepSeek-V3 took two fifths of the hours that the best of such plans are predicted, with a "
             "dispatcher of \"deduplicating\" and the schedule \"dualpipe\"; under others overlap.expert hides it.";
    case NoticeKind::kDispatchOverEfa:
      return "Experts on several machines over {network}: each pass through a mixture's layer waits {wait} beside "
             "sending, "
             "as public steps of Megatron-Bridge over EFA do, of one team. DeepEP, on UCCL or NVSHMEM, was slower "
             "there "
             "than NCCL's all-to-all in 31 of 45 pairs, on P5 in all 11: measure before you rely on it.";
    case NoticeKind::kTokensDropped:
      return "A capacity factor of {factor} drops {share} of the routed tokens or more, which model FLOP and MFU count "
             "as "
             "if they were worked on.";
    case NoticeKind::kPipelineNotFilled: return "{micro_batches} micro-batches cannot fill {stages} pipeline stages.";
    case NoticeKind::kMicroBatchesUneven:
      return "{micro_batches} micro-batches are no multiple of {of}, which the schedule takes: a framework may refuse "
             "them, and the step is timed as if they were, up to as long as {taken} take.";
    case NoticeKind::kZeroBesidePipeline:
      return "ZeRO {stage} beside a pipeline leaves layers as they are between micro-batches: a rank holds the "
             "gradients of all its layers, and with ZeRO 3 their weights, which no shard makes smaller.";
    case NoticeKind::kLowGoodput:
      return "Goodput of {goodput}: most of the time goes to something other than training.";
    case NoticeKind::kSparesPay:
      return "The run waits for failed nodes: with run.spare_nodes at {spares} it takes {days} and {cost}.";
    case NoticeKind::kSparesSaveTime:
      return "The run waits for failed nodes: with run.spare_nodes at {spares} it takes {days}.";
    case NoticeKind::kPriceUnknown: return "No {kind} price of {instance} in {region} is known: the cost is unknown.";
    case NoticeKind::kPriceUnknownThen:
      return "No {kind} price of {instance} in {region} is known on {on}: the cost is unknown.";
    case NoticeKind::kPriceNearby:
      return "Prices known nearby: {prices}; choose one by price.region, price.kind, price.on or cluster.instance, or "
             "give "
             "price.per_node_hour.";
    case NoticeKind::kPartUnpriced:
      return "The price of {storage} is unknown: the cost is at least what is known of it.";
    case NoticeKind::kNoCheckpointInRun:
      return "A checkpoint every {interval} is none: the steps take {steps}, and each failure loses all that was done.";
    case NoticeKind::kStagedBeyondData: return "{staged} are staged, and paid for, of which all tokens read {read}.";
    case NoticeKind::kAnchorsRefused:
      return "Measured rows of your own that are not used: {refused}; the first, {first} (fmplan validate steps tells "
             "of "
             "all).";
    case NoticeKind::kAnchorsDisagree:
      return "{rows} of your own measured rows state the very same step and scatter by {scatter}: something differs "
             "that "
             "they do not say, and they count for less.";
    case NoticeKind::kNodesOfNoPhase:
      return "cluster.nodes, {nodes}, is the number of no phase: each states its own, {most} at most.";
    case NoticeKind::kReservedForLonger:
      return "{kind} is paid for {term}, used or not: {whole} for {nodes} nodes. Of it the run's days alone are "
             "counted "
             "here, as where other work has the nodes before and after.";
    case NoticeKind::kPriceLongUnseen:
      return "The {kind} price of {instance} was last seen on {seen}, long before {paid}: look it up, and give "
             "price.per_node_hour.";
    case NoticeKind::kTooManyForBlocks:
      return "{nodes} nodes are more than the {most} that Capacity Blocks ({of_block} each) sell for one day: ask AWS, "
             "or "
             "use fewer.";
    case NoticeKind::kTooLongForBlock:
      return "The run, {lasts} in nine of ten cases, is longer than a Capacity Block, {most} days at most: give "
             "run.hazards.capacity_block.lasts and .gap, from one block to the next.";
    case NoticeKind::kThroughputUnreachable:
      return "Unreachable throughput: checkpoints every {interval} need {needed} of {to}, which takes {takes} (held by "
             "its {held_by}); {part}, at least {shortest} apart.";
    case NoticeKind::kThroughputBeyondAll:
      return "Unreachable throughput: checkpoints every {interval} need more than there is of {to}, which takes "
             "{takes} (held by its {held_by}); {part}, at least {shortest} apart.";
    case NoticeKind::kCheckpointEachStep:
      return "Checkpoints are of the state between two steps: one every {asked} is one every step, {step}.";
    case NoticeKind::kCheckpointTooLong:
      return "A checkpoint to {to} takes {takes}, longer than the {between_failures} between failures: most are never "
             "finished. It is held by its {held_by}.";
    case NoticeKind::kStorageFull:
      return "{held} lie on {storage}, which holds {room}: keep or stage less, or provide more.";
    case NoticeKind::kStepsWaitForData:
      return "Steps wait for data {share} of the time: they need {needed}, {storage} gives {given} (held by its "
             "{held_by}).";
    case NoticeKind::kNoSecondCopyInTime:
      return "A just-in-time checkpoint needs a second copy of all state, but ZeRO shards it over all replicas: set "
             "zero_stage to 0, or give parallel a shard_group.";
    case NoticeKind::kNoSecondCopyToContinue:
      return "To go on without one replica needs a second copy of all state, but ZeRO shards it over all replicas: set "
             "zero_stage to 0, or give parallel a shard_group.";
    case NoticeKind::kTooFewTrials:
      return "Too few trials for an interval, {trials} that finish: what stands for P10 and P90 is the shortest and "
             "the "
             "longest of them; ask for --trials 1000.";
    case NoticeKind::kSomeTrialsEndless:
      return "{endless} of {trials} trials do not finish: {part}. The figures are of those that do.";
    case NoticeKind::kEndsCorrupted: return "{share} of the runs end with wrong numbers that nobody has found.";
    case NoticeKind::kNoSparesEndAll: return "No number of spare nodes up to {most} lets every trial finish.";
    case NoticeKind::kSparesRunOut:
      return "{spares} spare nodes run out, and failed ones neither come back nor are replaced";
    case NoticeKind::kTrialGivenUp:
      return "one was given up after {after} with {interruptions} interruptions, {of_cause} of them of kind "
             "\"{cause}\", and {done} of its work done; it takes {to_come_back} to come back and "
             "{checkpoint_interval} from one checkpoint to the next";
    case NoticeKind::kWriteLessOften: return "write less often";
    case NoticeKind::kProvisionMore:
      return "provision at least {capacity} of it, take a faster class, or write less often";
    case NoticeKind::kSpreadPrefixes: return "spread it over {prefixes} prefixes, or write less often";
    case NoticeKind::kFasterStorage: return "take a faster storage, or write less often";
  }
  return {};
}

std::string notice_text(const Notice& notice) {
  const std::string_view words = notice_template(notice.kind);
  std::string text;
  std::size_t at = 0;
  while (at < words.size()) {
    const std::size_t open = words.find('{', at);
    text += words.substr(at, open - at);
    if (open == std::string_view::npos) break;
    const std::size_t close = words.find('}', open);
    text += placeholder_text(words.substr(open + 1, close - open - 1), notice);
    at = close + 1;
  }
  return text;
}

std::vector<std::string> notice_texts(const plan::Notices& notices) {
  std::vector<std::string> texts;
  for (const Notice& notice : notices) texts.push_back(notice_text(notice));
  return texts;
}

Json notice_json(const Notice& notice, const char* severity) {
  Json parts = Json::array();
  for (const Notice& part : notice.parts) parts.push_back(notice_json(part, severity));
  return {{"code", plan::kNoticeCodes.name(notice.kind)}, {"severity", severity},      {"place", notice.place},
          {"values", notice_values_json(notice.values)},  {"parts", std::move(parts)}, {"text", notice_text(notice)}};
}

Json notices_json(const plan::Notices& obstacles, const plan::Notices& warnings) {
  Json list = Json::array();
  for (const Notice& notice : obstacles) list.push_back(notice_json(notice, "obstacle"));
  for (const Notice& notice : warnings) list.push_back(notice_json(notice, "warning"));
  return list;
}

}  // namespace fmplan::answer
