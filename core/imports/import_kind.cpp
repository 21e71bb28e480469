#include "core/imports/import_kind.h"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <ios>
#include <istream>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/catalog/hf_config.h"
#include "core/evidence/job_log.h"
#include "core/evidence/nccl_tests_log.h"
#include "core/evidence/skypilot_rows.h"
#include "core/evidence/training_log.h"
#include "core/imports/demand_import.h"
#include "core/imports/import_document.h"
#include "core/imports/price_import_document.h"
#include "core/model/transformer.h"
#include "core/text/json_text.h"

namespace fmplan::imports {
namespace {

using answer::Document;
using catalog::Catalog;
using evidence::TrainingLogKind;

/// Bytes.  Every cloud's rows of every zone, and logs of years, are larger than what other files may be.
constexpr std::size_t kMostPriceBytes = 64u << 20;
constexpr std::size_t kMostLogBytes = 256u << 20;

/// "dir/log.txt" → "log"
std::string stem_of(const ImportFile& file) { return std::filesystem::path(file.name).stem().string(); }

std::string text_of(const ImportFile& file, std::size_t limit = text::kMaxDocumentBytes) {
  return text::read_text(*file.open(), file.name, limit);
}

bool has(const ImportOptions& given, std::string_view option) { return given.contains(option); }

/// Empty where it was not given.
std::string text_in(const ImportOptions& given, std::string_view option) {
  const auto found = given.find(option);
  return found == given.end() || found->second.empty() ? std::string() : found->second.back();
}

std::optional<int> count_in(const ImportOptions& given, std::string_view option) {
  if (!has(given, option)) return std::nullopt;
  constexpr std::int64_t kMost = 1'000'000'000;  // chosen: beyond any machine, and an int
  const std::string text = text_in(given, option);
  const std::optional<std::int64_t> count = parse_count(text);
  if (!count || *count < 1 || *count > kMost)
    throw InputError(fmt::format("--{}", option), fmt::format("\"{}\" is no whole number from 1 to {}", text, kMost));
  return static_cast<int>(*count);
}

std::optional<Date> day_in(const ImportOptions& given, std::string_view option, const char* example) {
  const std::string text = text_in(given, option);
  if (text.empty()) return std::nullopt;
  const std::optional<Date> day = parse_date(text);
  if (!day) throw InputError(fmt::format("--{}", option), fmt::format("\"{}\" is no day such as {}", text, example));
  return day;
}

/// Calls each of `readings`; all that they find wrong is told at once.
void read_all(std::initializer_list<std::function<void()>> readings) {
  Issues issues;
  for (const auto& reading : readings) collect(issues, reading);
  if (!issues.empty()) throw InputError(std::move(issues));
}

/// Calls `read` with each file; all that is wrong with them is told at once.
template <class Read>
void read_each(std::span<const ImportFile> files, const Read& read) {
  Issues issues;
  for (const ImportFile& file : files) collect(issues, [&] { read(file); });
  if (!issues.empty()) throw InputError(std::move(issues));
}

Document make_model(std::span<const ImportFile> files, const ImportOptions& given, const Catalog&) {
  const std::string name = text_in(given, "name");
  Issues issues;
  const nlohmann::json config = text::parse_json(text_of(files.front()), files.front().name);
  const model::Transformer model =
      catalog::transformer_from_hf_config(config, name.empty() ? stem_of(files.front()) : name, issues);
  if (!issues.empty()) throw InputError(std::move(issues));
  std::vector<std::string> notes;
  for (const char* part : {"vision_config", "audio_config"})
    if (config.contains(part))
      notes.push_back(fmt::format("{} is left out: the language model alone is counted, and trained", part));
  return model_document(model, std::move(notes));
}

// Rows of nccl-tests.

evidence::NcclTestsContext nccl_tests_context(const ImportOptions& given, const Catalog& catalog) {
  evidence::NcclTestsContext context{.source_id = text_in(given, "source"),
                                     .gpu = text_in(given, "gpu"),
                                     .system = text_in(given, "instance"),
                                     .collective = text_in(given, "collective"),
                                     .collective_otherwise = {},
                                     .nodes = {},
                                     .gpus_per_node = {}};
  read_all({[&] { context.nodes = count_in(given, "nodes"); },
            [&] { context.gpus_per_node = count_in(given, "gpus-per-node"); },
            [&] {
              if (context.system.empty()) return;
              const hardware::Instance& instance = catalog.instance(context.system);
              context.system = instance.name;
              if (context.gpu.empty()) context.gpu = instance.accelerator.name;
              context.node_gpus = instance.accelerators_per_node;
            }});
  return context;
}

Document make_collective_rows(std::span<const ImportFile> files, const ImportOptions& given, const Catalog& catalog) {
  const evidence::NcclTestsContext context = nccl_tests_context(given, catalog);
  std::vector<evidence::CollectiveRow> rows;
  std::vector<std::string> notes;
  read_each(files, [&](const ImportFile& file) {
    const evidence::NcclTestsLog log = evidence::read_nccl_tests_log(text_of(file), file.name, context);
    rows.insert(rows.end(), log.rows.begin(), log.rows.end());
    notes.insert(notes.end(), log.notes.begin(), log.notes.end());
  });
  return collective_rows_document(rows, std::move(notes));
}

// Logs of training.

/// An option that supplies a column.
struct GivenColumn {
  ImportOption option;
  std::string_view column;
};
constexpr GivenColumn kGiven[] = {
    {{"model", "NAME", "model, as the catalogue calls it"}, "model_name"},
    {{"gpu", "NAME", "GPU: H100-80GB, A100-40GB, …"}, "gpu"},
    {{"num-gpus", "N", "GPUs of the job"}, "num_gpus"},
    {{"gpus-per-node", "N", "GPUs used on each machine"}, "gpus_per_node"},
    {{"seq-len", "N", "tokens in a sequence"}, "seq_len"},
    {{"global-batch", "N", "sequences in a step"}, "global_batch_seqs"},
    {{"micro-batch", "N", "sequences in a micro-batch"}, "micro_batch"},
    {{"tp", "N", "tensor parallel"}, "tp"},
    {{"pp", "N", "pipeline parallel"}, "pp"},
    {{"vp", "N", "stages of a pipeline rank"}, "vp"},
    {{"cp", "N", "context parallel"}, "cp"},
    {{"ep", "N", "expert parallel"}, "ep"},
    {{"zero", "TEXT", "ZeRO-1, ZeRO-3, FSDP, none"}, "zero_or_fsdp"},
    {{"recompute", "TEXT", "full, selective, none"}, "recompute"},
    {{"precision", "TEXT", "BF16, FP8, FP16"}, "precision"},
    {{"source", "NAME", "name of the source in the row (default: the file's)"}, "source_id"}};

/// The option that supplies a column; empty if none does.
std::string option_of(const std::string& column) {
  if (column == "interconnect_or_system") return "--instance";
  for (const GivenColumn& given : kGiven)
    if (given.column == column) return fmt::format("--{}", given.option.name);
  return {};
}

evidence::StepColumns given_columns(const ImportOptions& options, const Catalog& catalog) {
  evidence::StepColumns given;
  for (const GivenColumn& one : kGiven)
    if (has(options, one.option.name)) given[std::string(one.column)] = text_in(options, one.option.name);
  const std::string machine = text_in(options, "instance");
  if (machine.empty()) return given;
  const hardware::Instance& instance = catalog.instance(machine);
  given["interconnect_or_system"] = instance.name;
  given.try_emplace("gpu", instance.accelerator.name);
  given.try_emplace("gpus_per_node", fmt::format("{}", instance.accelerators_per_node));
  return given;
}

template <TrainingLogKind kind>
Document make_training_rows(std::span<const ImportFile> files, const ImportOptions& options, const Catalog& catalog) {
  const evidence::StepColumns given = given_columns(options, catalog);
  std::vector<evidence::TrainingLog> logs;
  read_each(files, [&](const ImportFile& file) {
    const std::unique_ptr<std::istream> in = file.open();
    try {
      logs.push_back(evidence::read_training_log(*in, file.name, kind, given));
    } catch (const std::ios_base::failure&) {
      throw InputError(file.name, "cannot be read; give a log");
    }
  });
  return training_logs_document(logs, option_of);
}

// Demand.

/// What is wrong with the file as a whole is told under its name.
template <class Make>
scenario::Programme made_of(const ImportFile& file, const Make& make) {
  try {
    return make();
  } catch (const InputError& error) {
    Issues issues = error.issues();
    for (Issue& issue : issues)
      if (!issue.where.starts_with("--"))
        issue.where = issue.where.empty() ? file.name : file.name + ": " + issue.where;
    throw InputError(std::move(issues));
  }
}

void read_terms(DemandTerms& terms, const ImportFile& file, const ImportOptions& given, const Catalog& catalog) {
  terms.name = text_in(given, "name");
  if (terms.name.empty()) terms.name = stem_of(file);
  terms.nodes = count_in(given, "nodes");
  // What the examples have; an empty name is none.
  terms.instance = catalog.instance(has(given, "instance") ? text_in(given, "instance") : "p5.48xlarge").name;
}

template <bool is_swf>
Document make_programme_of_jobs(std::span<const ImportFile> files, const ImportOptions& given, const Catalog& catalog) {
  const ImportFile& file = files.front();
  DemandTerms terms;
  evidence::SwfTerms of_log;
  read_all({[&] { read_terms(terms, file, given, catalog); },
            [&] { of_log.processors_per_node = count_in(given, "processors-per-node"); },
            [&] { of_log.start = day_in(given, "start", "2025-03-01"); }});
  const evidence::JobLog jobs = is_swf ? evidence::read_swf(text_of(file, kMostLogBytes), file.name, of_log)
                                       : evidence::read_sacct(text_of(file, kMostLogBytes), file.name);
  std::vector<std::string> notes = jobs.notes;
  std::ranges::move(notes_on_shared_nodes(jobs, catalog.instance(terms.instance).accelerators_per_node),
                    std::back_inserter(notes));
  return programme_document(made_of(file, [&] { return programme_of_jobs(jobs, terms); }), std::move(notes));
}

Document make_programme_of_demand(std::span<const ImportFile> files, const ImportOptions& given,
                                  const Catalog& catalog) {
  const ImportFile& file = files.front();
  DemandTerms terms;
  read_all({[&] { read_terms(terms, file, given, catalog); },
            [&] {
              const auto start = day_in(given, "start", "2025-03-01");
              if (!start)
                throw InputError("--start", "is missing: the programme's first day, for instance --start 2026-03-01");
              terms.start = *start;
            }});
  const auto rows = evidence::read_demand(text_of(file), file.name);
  return programme_document(made_of(file, [&] { return programme_of_demand(rows, terms); }), {});
}

// Prices.

PriceImportTerms price_terms(const ImportFile& file, const ImportOptions& given) {
  const std::optional<Date> on = day_in(given, "on", "2026-03-01");
  if (!on)
    throw InputError("--on",
                     "is missing: the day of the file's prices, which it does not say; for instance --on "
                     "2026-03-01");
  const std::string name = std::filesystem::path(file.name).filename().string(), source = text_in(given, "source");
  const auto regions = given.find("region");
  return {.file = file.name,
          .source = source.empty() ? fmt::format("SkyPilot catalogue, {}", name) : source,
          .on = *on,
          .regions = regions == given.end() ? std::vector<std::string>() : regions->second};
}

Document make_price_lists(std::span<const ImportFile> files, const ImportOptions& given, const Catalog& catalog) {
  return price_import_document(imported_prices(files.front(), given, catalog), "");
}

// The table.

constexpr std::size_t kMebibyte = std::size_t{1} << 20;  // exact

std::vector<ImportOption> demand_options(std::initializer_list<ImportOption> more) {
  std::vector<ImportOption> options = {
      {"instance", "NAME", "machine of the catalogue that the pool has"},
      {"nodes", "N", "of the pool (default: the log's, or the most asked for at once)"},
      {"name", "NAME", "of the programme (default: the file's)"}};
  options.insert(options.end(), more);
  return options;
}

template <TrainingLogKind kind>
ImportKind training_log(std::string_view name, std::string_view description) {
  std::vector<ImportOption> options = {{"instance", "NAME", "machine of the catalogue that it ran on"}};
  for (const GivenColumn& given : kGiven) options.push_back(given.option);
  return {.name = name,
          .description = description,
          .file = "what the run printed; one row each",
          .media_type = "text/plain",
          .schema = "training_logs",
          .most_sent_bytes = 64 * kMebibyte,
          .takes_many = true,
          .options = std::move(options),
          .examples = fmt::format("What the log states need not be given; what is given stands over it.\n"
                                  "Example:\n"
                                  "  fmplan import {} run.log --instance p5.48xlarge --model llama-3-8b --format csv "
                                  "-o rows.csv",
                                  name),
          .make = make_training_rows<kind>};
}

}  // namespace

PriceImport imported_prices(const ImportFile& file, const ImportOptions& given, const Catalog& catalog) {
  const PriceImportTerms terms = price_terms(file, given);
  return import_prices(evidence::read_skypilot_rows(text_of(file, kMostPriceBytes), file.name), terms, catalog);
}

std::span<const ImportKind> import_kinds() {
  static const std::vector<ImportKind> kKinds = {
      {.name = "nccl-tests",
       .description = "logs of nccl-tests as rows for calibrate and validate",
       .file = "what the tests printed, or the JSON of their -J",
       .media_type = "text/plain",
       .schema = "collective_rows",
       .most_sent_bytes = 2 * kMebibyte,
       .takes_many = true,
       .options = {{"instance", "NAME", "machine of the catalogue that it ran on"},
                   {"nodes", "N", "machines (default: the hosts that the log lists)"},
                   {"gpus-per-node", "N", "GPUs used on each"},
                   {"gpu", "NAME", "name of the GPU"},
                   {"collective", "NAME", "where the log does not say: all_reduce, all_gather, …"},
                   {"source", "NAME", "name of the source in the rows (default: the file's)"}},
       .examples =
           "Example:\n"
           "  fmplan import nccl-tests all_reduce.log --instance p5.48xlarge --nodes 2 --format csv -o rows.csv",
       .make = make_collective_rows},
      training_log<TrainingLogKind::kMegatron>("megatron-log",
                                               "logs of Megatron-LM as measured rows, from their steady state"),
      training_log<TrainingLogKind::kTorchtitan>("torchtitan-log",
                                                 "logs of torchtitan as measured rows, from their steady state"),
      training_log<TrainingLogKind::kNemo>("nemo-log", "logs of NeMo as measured rows, from their steady state"),
      {.name = "swf",
       .description = "jobs in the Standard Workload Format as a programme to edit",
       .file = "a log in the Standard Workload Format",
       .media_type = "text/plain",
       .schema = "programme",
       .most_sent_bytes = 16 * kMebibyte,
       .options = demand_options(
           {{"start", "DAY", "day of the log's time 0 (default: its UnixStartTime)"},
            {"processors-per-node", "N", "processors that make a node (default: as the log's header says, else 1)"}}),
       .examples = "Example:\n  fmplan import swf log.swf --instance p5.48xlarge -o programme.json",
       .make = make_programme_of_jobs<true>},
      {.name = "sacct",
       .description = "jobs of Slurm as a programme to edit",
       .file = "what sacct -P printed",
       .media_type = "text/plain",
       .schema = "programme",
       .most_sent_bytes = 16 * kMebibyte,
       .options = demand_options({}),
       .examples = "Example:\n  fmplan import sacct jobs.txt --instance p5.48xlarge -o programme.json",
       .make = make_programme_of_jobs<false>},
      {.name = "demand",
       .description = "a table of who wants what as a programme to edit",
       .file = "CSV: organisation,project,nodes,days,deadline",
       .media_type = "text/csv",
       .schema = "programme",
       .most_sent_bytes = 1 * kMebibyte,
       .options = demand_options({{"start", "DAY", "first day of the programme"}}),
       .examples = "Example:\n"
                   "  fmplan import demand wishes.csv --start 2026-03-01 --instance p5.48xlarge -o programme.json",
       .make = make_programme_of_demand},
      {.name = "skypilot",
       .description = "SkyPilot's prices of machines as items of the catalogue",
       .file = "vms.csv of one cloud, of SkyPilot's catalogue",
       .media_type = "text/csv",
       .schema = "import_skypilot",
       .most_sent_bytes = 12 * kMebibyte,
       .options = {{"on", "DATE", "day of the prices, which the file does not say"},
                   {"region", "REGION", "take this one alone; may be repeated", true},
                   {"source", "TEXT",
                    "where the file is from, for the items, for instance with its commit [default: its name]"}},
       .examples =
           "Examples:\n"
           "  fmplan import skypilot vms.csv --on 2026-03-01 -o my-prices\n"
           "  fmplan plan scenarios/llama3-70b-p5.json --catalog my-prices\n"
           "-o names the folder of the items; with the ending of an answer (.json, .csv, …) that of the answer.",
       .make = make_price_lists},
      {.name = "hf-config",
       .description = "a Hugging Face config.json as a model",
       .file = "config.json",
       .media_type = "application/json",
       .schema = "model",
       .most_sent_bytes = 1 * kMebibyte,
       .options = {{"name", "NAME", "name of the model (default: the file's)"}},
       .examples = "Example:\n  fmplan import hf-config config.json --name my-model --format json -o my-model.json",
       .make = make_model}};
  return kKinds;
}

const ImportKind& import_kind(std::string_view name) {
  const auto kinds = import_kinds();
  const auto found = std::ranges::find(kinds, name, &ImportKind::name);
  assert(found != kinds.end());
  return *found;
}

}  // namespace fmplan::imports
