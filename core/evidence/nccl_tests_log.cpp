#include "core/evidence/nccl_tests_log.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/words.h"
#include "core/catalog/accelerator_name.h"
#include "core/evidence/nccl_tests_reading.h"

namespace fmplan::evidence {
namespace {

/// What a collective's rows have in the columns redop and root; none: nothing that would tell.
struct CollectiveKind {
  network::Collective collective;
  std::optional<bool> reduces;
  bool has_root = false;
};

/// sendrecv prints the reduction that it was given, though it has none.
constexpr CollectiveKind kCollectiveKinds[] = {
    {network::Collective::kAllReduce, true, false},          {network::Collective::kAllGather, false, false},
    {network::Collective::kReduceScatter, true, false},      {network::Collective::kAllToAll, false, false},
    {network::Collective::kBroadcast, false, true},          {network::Collective::kReduce, true, true},
    {network::Collective::kSendReceive, std::nullopt, false}};

bool may_be(const NcclRowKind& row, const CollectiveKind& kind) {
  const bool reduces = row.redop.empty() || !kind.reduces || (row.redop != "none") == *kind.reduces;
  return reduces && (row.root.empty() || !row.root.starts_with('-') == kind.has_root);
}

bool may_be(const NcclRowKind& row, network::Collective collective) {
  return std::ranges::any_of(
      kCollectiveKinds, [&](const CollectiveKind& kind) { return kind.collective == collective && may_be(row, kind); });
}

RatioRange ratio_of(const NcclSample& sample) {
  const NcclMeasurement& m = sample.measured;
  return m.algbw && m.busbw ? ratio_range(*m.busbw, *m.algbw) : RatioRange{};
}

RatioRange ratio_of(const NcclRun& run) {
  RatioRange ratio;
  for (const NcclSample& sample : run.samples) ratio = common_range(ratio, ratio_of(sample));
  return ratio;
}

RatioRange ratio_of(std::span<const NcclRun> runs) {
  RatioRange ratio;
  for (const NcclRun& run : runs) ratio = common_range(ratio, ratio_of(run));
  return ratio;
}

/// The collectives that rows with such a ratio may be of, on so many ranks if that is known: "all_gather or
/// all_to_all". Empty: none.
std::string collectives_text(const NcclRowKind& row, const RatioRange& ratio, std::optional<int> num_ranks,
                             std::optional<network::Collective> but) {
  std::string text;
  for (const CollectiveKind& kind : kCollectiveKinds) {
    const std::optional<RankRange> ranks = ranks_with_ratio(kind.collective, ratio);
    if (kind.collective == but || !may_be(row, kind)) continue;
    if (!ranks || (num_ranks && !ranks->holds(*num_ranks))) continue;
    text += fmt::format("{}{}", text.empty() ? "" : " or ", collective_name(kind.collective));
  }
  return text;
}

std::string collectives_text(const NcclRun& run, std::optional<int> num_ranks = {},
                             std::optional<network::Collective> but = {}) {
  return run.samples.empty() ? std::string()
                             : collectives_text(run.samples.front().kind, ratio_of(run), num_ranks, but);
}

void check_units(const NcclSample& sample, NcclReading& reading) {
  // GB/s of rounding to two decimals, and the share that four digits of the time leave.
  constexpr double kRounding = 0.011;
  constexpr double kDigits = 0.02;
  const double implied = sample.bytes / sample.measured.time_us / 1e3;
  if (sample.measured.algbw && std::abs(sample.measured.algbw->value - implied) > kRounding + kDigits * implied)
    reading.report(sample.line,
                   fmt::format("{:.0f} B in {} us are {:.4g} GB/s, but algbw says {}: are the units mixed?",
                               sample.bytes, sample.measured.time_us, implied, sample.measured.algbw->value));
}

/// What would do in the place of a collective, or of a number of ranks, that a ratio contradicts.
std::string ratio_advice(const NcclRun& run, network::Collective collective, int num_ranks) {
  if (const std::string others = collectives_text(run, num_ranks, collective); !others.empty())
    return fmt::format(" On {} ranks it is that of {}: give that as --collective", num_ranks, others);
  if (!may_be(run.samples.front().kind, collective)) return {};
  if (const auto ranks = ranks_with_ratio(collective, ratio_of(run)))
    return fmt::format(" It is that of {} on {} ranks: give --nodes and --gpus-per-node that make up so many",
                       collective_name(collective), rank_range_text(*ranks));
  return {};
}

/// The first row of a run that is of another collective by its columns redop and root; true if there is none.
bool check_kind(const NcclRun& run, network::Collective collective, NcclReading& reading) {
  const auto other =
      std::ranges::find_if(run.samples, [&](const NcclSample& s) { return !may_be(s.kind, collective); });
  if (other == run.samples.end()) return true;
  const bool by_root = may_be({.redop = other->kind.redop, .root = {}}, collective);
  const std::string others = collectives_text(run);
  reading.report(other->line,
                 fmt::format("{} is {}, which it is not for {}: is it of another collective?{}",
                             by_root ? "root" : "redop", by_root ? other->kind.root : other->kind.redop,
                             collective_name(collective), others.empty() ? "" : " Give --collective " + others));
  return false;
}

/// The first row of a run whose bandwidths are not those of the collective on so many ranks.
void check_ratio(const NcclRun& run, network::Collective collective, int num_ranks, NcclReading& reading) {
  const double factor = network::bus_factor(collective, num_ranks);
  const auto off = std::ranges::find_if(run.samples, [&](const NcclSample& s) { return !ratio_of(s).holds(factor); });
  if (off == run.samples.end()) return;
  reading.report(off->line,
                 fmt::format("busbw is {:.4g} times algbw; {} on {} ranks has {:.4g}: are the collective, the number "
                             "of nodes and of GPUs a node right?{}",
                             off->measured.busbw->value / off->measured.algbw->value, collective_name(collective),
                             num_ranks, factor, ratio_advice(run, collective, num_ranks)));
}

/// The ranks that were said against those that are listed: a list may have been cut short, which the bandwidths tell.
void check_listed(const NcclRun& run, network::Collective collective, const NodeLayout& layout, NcclReading& reading) {
  const int listed = num_ranks(run.program->ranks), said = layout.num_ranks();
  if (listed == 0 || listed == said) return;
  const std::optional<RankRange> by_digits = ranks_with_ratio(collective, ratio_of(run));
  if (said > listed && by_digits && by_digits->holds(said) && !by_digits->holds(listed)) {
    reading.notes.push_back(
        fmt::format("{}: lists {} ranks of {}: the list was cut short, as its bandwidths are those "
                    "of {} ranks",
                    reading.place(run.line), listed, said, rank_range_text(*by_digits)));
    return;
  }
  const std::optional<NodeLayout> by_list = layout_of(run.program->ranks);
  reading.report(run.line, fmt::format("lists {} ranks, but {} nodes of {} GPUs are {}{}", listed, layout.nodes,
                                       layout.gpus_per_node, said,
                                       by_list ? fmt::format("; give --nodes {} and --gpus-per-node {}", by_list->nodes,
                                                             by_list->gpus_per_node)
                                               : "; give --nodes and --gpus-per-node as they were"));
}

/// What rests on the word of whoever gave the log alone.  @pre the first run has samples
void note_untold(std::span<const NcclRun> runs, network::Collective collective, bool is_said, const NodeLayout& layout,
                 NcclReading& reading) {
  const RatioRange ratio = ratio_of(runs);
  const std::string place = reading.place(runs.front().line);
  const int ranks = layout.num_ranks();
  const std::optional<RankRange> by_digits = ranks_with_ratio(collective, ratio);
  const bool others =
      by_digits && (by_digits->holds(ranks + layout.gpus_per_node) || by_digits->holds(ranks - layout.gpus_per_node));
  if (num_ranks(runs.front().program->ranks) != ranks && others)
    reading.notes.push_back(
        fmt::format("{}: its digits do not tell {} × {} ranks from others ({} have them), and it "
                    "does not list them all",
                    place, layout.nodes, layout.gpus_per_node, rank_range_text(*by_digits)));
  const std::string names = collectives_text(runs.front().samples.front().kind, ratio, ranks, collective);
  if (!is_said && !names.empty())
    reading.notes.push_back(fmt::format("{}: is taken for {}; its digits may as well be of {}: give --collective",
                                        place, collective_name(collective), names));
}

/// "h100-sxm5-80gb" and "NVIDIA H100 80GB HBM3": of one chip, and a card in a slot where one is listed; what one of
/// them leaves open agrees.
bool is_same_gpu(std::string_view named, std::string_view listed) {
  if (named.empty() || listed.empty()) return true;
  if (catalog::names_no_chip(listed)) return catalog::may_be_unnamed(listed, named);
  const catalog::AcceleratorName a = catalog::accelerator_name(named), b = catalog::accelerator_name(listed);
  if (letters_of_chip(a, b) == 0 && letters_of_chip(b, a) == 0) return false;
  if (is_other_card(b, a.form_factor.empty() ? "none" : a.form_factor) || is_other_card(a, b.form_factor)) return false;
  const bool superchip = b.words.front() == "gh200";  // drivers state the memory of its CPU
  return superchip || !a.memory || !b.memory || catalog::is_same_memory(*a.memory, *b.memory);
}

/// The one GPU that a program lists; empty: none.
std::string listed_gpu(const NcclProgram& program, NcclReading& reading) {
  std::string gpu;
  for (const auto& [number, rank] : program.ranks) {
    if (gpu.empty()) gpu = rank.gpu;
    if (rank.gpu.empty() || rank.gpu == gpu) continue;
    reading.report(program.line,
                   fmt::format("lists {} and {} (rank {}): no machine of two GPUs is modelled; give a log of one kind",
                               gpu, rank.gpu, number));
    break;
  }
  return gpu;
}

/// What ran is what the log lists, whatever it was said to be.
std::string resolved_gpu(const NcclProgram& program, const NcclTestsContext& context, NcclReading& reading) {
  const std::string listed = listed_gpu(program, reading);
  if (context.gpu.empty() && listed.empty())
    reading.report(program.line, "does not say which GPU it ran on; give --instance or --gpu");
  if (context.gpu.empty() && catalog::names_no_chip(listed))
    reading.report(program.line, fmt::format("\"{}\" names no GPU; give --instance or --gpu", listed));
  if (is_same_gpu(context.gpu, listed)) return context.gpu.empty() ? listed : context.gpu;
  reading.notes.push_back(fmt::format("{}: lists {}, not {}", reading.place(program.line), listed, context.gpu));
  return listed;
}

/// As somebody says it: the caller, the log or its file's name; empty: nobody.
std::string said_collective(const NcclProgram& program, const NcclTestsContext& context, const std::string& name) {
  if (!context.collective.empty()) return context.collective;
  if (!program.collective.empty()) return program.collective;
  return collective_in(std::filesystem::path(name).filename().string());
}

/// The collective of the program whose first sweep is `run`; reported where its log says another, or nobody any.
std::string resolved_collective(const NcclRun& run, const NcclTestsContext& context, NcclReading& reading) {
  const std::string& own = run.program->collective;
  const auto same = [](const std::string& a, const std::string& b) {
    return network::parse_collective_name(a) == network::parse_collective_name(b);
  };
  if (!context.collective.empty() && !own.empty() && !same(context.collective, own))
    reading.report(run.line, fmt::format("says it is of {}, not of {}", own, context.collective));
  std::string collective = said_collective(*run.program, context, reading.name);
  if (collective.empty()) collective = context.collective_otherwise;
  if (collective.empty()) {
    const std::string others = collectives_text(run);
    reading.report(run.line, fmt::format("does not say which collective it is of; give --collective {}",
                                         others.empty() ? "all_reduce" : others));
  } else if (!network::parse_collective_name(collective)) {
    reading.report(run.line, fmt::format("collective \"{}\" is not known", collective));
  }
  return collective;
}

/// The ranks of the program whose first sweep is `run`; what is missing is reported.
std::optional<NodeLayout> resolved_ranks(const NcclRun& run, const NcclTestsContext& context,
                                         const std::string& collective, NcclReading& reading) {
  const std::variant<NodeLayout, std::string> found =
      resolved_layout(run.program->ranks,
                      {.nodes = context.nodes, .gpus_per_node = context.gpus_per_node, .node_gpus = context.node_gpus});
  if (const auto* layout = std::get_if<NodeLayout>(&found)) return *layout;
  const auto known = network::parse_collective_name(collective);
  const std::optional<RankRange> ranks =
      known && !run.samples.empty() ? ranks_with_ratio(*known, ratio_of(run)) : std::nullopt;
  const bool tells = ranks && std::isfinite(ranks->most);
  reading.report(run.line, std::get<std::string>(found) +
                               (tells ? fmt::format(" (busbw and algbw are those of {} ranks)", rank_range_text(*ranks))
                                      : std::string()));
  return std::nullopt;
}

/// All that the rows of a program have in common.
CollectiveRow program_pattern(const NcclRun& first, const NcclTestsContext& context, NcclReading& reading) {
  const std::filesystem::path path(reading.name);
  CollectiveRow pattern;
  pattern.source_id = context.source_id.empty() ? path.stem().string() : context.source_id;
  pattern.source_ref = path.filename().string();
  pattern.gpu = resolved_gpu(*first.program, context, reading);
  pattern.system = context.system;
  pattern.nccl_version = first.program->version;
  pattern.collective = resolved_collective(first, context, reading);
  if (const auto layout = resolved_ranks(first, context, pattern.collective, reading)) {
    pattern.nodes = layout->nodes;
    pattern.gpus_per_node = layout->gpus_per_node;
  }
  return pattern;
}

/// What a sweep's rows say against their collective and their ranks.
void check_run(const NcclRun& run, network::Collective collective, const NodeLayout& layout, NcclReading& reading) {
  for (const NcclSample& sample : run.samples) check_units(sample, reading);
  if (!check_kind(run, collective, reading)) return;
  check_listed(run, collective, layout, reading);
  if (reading.issues.empty()) check_ratio(run, collective, layout.num_ranks(), reading);
}

/// A process launches on its GPUs one by one: some 4 µs each (26 to 48 µs with eight, where a process a GPU takes 7 to
/// 23), which is no time of the links up to here [docs/models/collectives.md].
constexpr Bytes kLaunchesHidden = 16 * mebibyte;

void take_samples(const NcclRun& run, const CollectiveRow& pattern, NcclTestsLog& log) {
  const bool one_by_one = shares_process(run.program->ranks);
  for (const NcclSample& sample : run.samples) {
    CollectiveRow row = pattern;
    row.line = sample.line;
    row.bytes = sample.bytes;
    row.time_us = sample.measured.time_us;
    row.in_place = sample.in_place;
    if (sample.is_wrong) {
      row.healthy = "no";
      row.notes = "wrong results";
    } else if (one_by_one && row.bytes * byte < kLaunchesHidden) {
      row.healthy = "harness";
      row.notes = "one process drives several GPUs";
    }
    log.rows.push_back(std::move(row));
  }
}

/// The sweeps of one program.
void take_program(std::span<const NcclRun> runs, const NcclTestsContext& context, NcclReading& reading,
                  NcclTestsLog& log) {
  const CollectiveRow pattern = program_pattern(runs.front(), context, reading);
  if (!reading.issues.empty()) return;
  const network::Collective collective = *network::parse_collective_name(pattern.collective);
  const NodeLayout layout{pattern.nodes, pattern.gpus_per_node};
  for (const NcclRun& run : runs) {
    check_run(run, collective, layout, reading);
    take_samples(run, pattern, log);
  }
  const bool is_said = !said_collective(*runs.front().program, context, reading.name).empty();
  if (reading.issues.empty()) note_untold(runs, collective, is_said, layout, reading);
}

}  // namespace

NcclTestsLog read_nccl_tests_log(std::string_view text, const std::string& name, const NcclTestsContext& context) {
  NcclReading reading = read_nccl_tests(text, name);
  NcclTestsLog log;
  for (auto first = reading.runs.cbegin(); first != reading.runs.cend();) {
    const auto end =
        std::find_if(first, reading.runs.cend(), [&](const NcclRun& run) { return run.program != first->program; });
    take_program({first, end}, context, reading, log);
    first = end;
  }
  if (!reading.issues.empty()) throw InputError(std::move(reading.issues));
  log.notes = std::move(reading.notes);
  return log;
}

}  // namespace fmplan::evidence
