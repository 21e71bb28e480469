#include <filesystem>
#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "core/assessment/import_document.h"
#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/catalog/hf_config.h"
#include "core/evidence/nccl_tests_log.h"
#include "core/model/transformer.h"
#include "core/text/json_text.h"

namespace fmplan::cli {

AddCommand add_import_training_logs;
AddCommand add_import_demand;
AddCommand add_import_prices;
namespace {

struct NcclTestsArguments {
  std::vector<std::string> files;
  std::string instance;
  std::optional<int> nodes;
  std::optional<int> gpus_per_node;
  std::string gpu;
  std::string collective;
  std::string source;
};

evidence::NcclTestsContext nccl_tests_context(const NcclTestsArguments& arguments, const catalog::Catalog& catalog) {
  evidence::NcclTestsContext context{.source_id = arguments.source,
                                     .gpu = arguments.gpu,
                                     .system = arguments.instance,
                                     .collective = arguments.collective,
                                     .collective_otherwise = {},
                                     .nodes = arguments.nodes,
                                     .gpus_per_node = arguments.gpus_per_node};
  if (arguments.instance.empty()) return context;
  const hardware::Instance instance = catalog.instance(arguments.instance);
  context.system = instance.name;
  if (context.gpu.empty()) context.gpu = instance.accelerator.name;
  if (!context.gpus_per_node) context.gpus_per_node = instance.accelerators_per_node;
  return context;
}

void add_nccl_tests(Command& command, const Options& options) {
  Command& logs = command.add_command("nccl-tests", "logs of nccl-tests as rows for calibrate and validate");
  auto arguments = std::make_shared<NcclTestsArguments>();
  logs.add_argument("FILES", &arguments->files, "what the tests printed, or the JSON of their -J");
  logs.add_option("--instance NAME", &arguments->instance, "machine of the catalogue that it ran on");
  logs.add_option("--nodes N", &arguments->nodes, "machines (default: the hosts that the log lists)");
  logs.add_option("--gpus-per-node N", &arguments->gpus_per_node, "GPUs used on each");
  logs.add_option("--gpu NAME", &arguments->gpu, "name of the GPU");
  logs.add_option("--collective NAME", &arguments->collective, "where the log does not say: all_reduce, all_gather, …");
  logs.add_option("--source NAME", &arguments->source, "name of the source in the rows (default: the file's)");
  logs.footer =
      "Example:\n  fmplan import nccl-tests all_reduce.log --instance p5.48xlarge --nodes 2 --format csv -o rows.csv";
  logs.run = [arguments, &options] {
    const evidence::NcclTestsContext context =
        nccl_tests_context(*arguments, catalog::Catalog::shipped(options.catalog_dir));
    std::vector<evidence::CollectiveRow> rows;
    std::vector<std::string> notes;
    Issues issues;
    for (const std::string& file : arguments->files) {
      try {
        const evidence::NcclTestsLog log = evidence::read_nccl_tests_log(text::read_text_file(file), file, context);
        rows.insert(rows.end(), log.rows.begin(), log.rows.end());
        notes.insert(notes.end(), log.notes.begin(), log.notes.end());
      } catch (const InputError& error) {
        issues.insert(issues.end(), error.issues().begin(), error.issues().end());
      }
    }
    if (!issues.empty()) throw InputError(std::move(issues));
    print(assessment::collective_rows_document(rows, std::move(notes)), options);
    return static_cast<int>(kOk);
  };
}

}  // namespace

void add_import_command(Command& app, const Options& options) {
  Command& command = app.add_command("import", "read other tools' files");
  add_nccl_tests(command, options);
  add_import_training_logs(command, options);
  add_import_demand(command, options);
  add_import_prices(command, options);
  Command& hf = command.add_command("hf-config", "a Hugging Face config.json as a model");
  auto file = std::make_shared<std::string>();
  auto name = std::make_shared<std::string>();
  hf.add_argument("FILE", file.get(), "config.json");
  hf.add_option("--name NAME", name.get(), "name of the model (default: the file's)");
  hf.footer = "Example:\n  fmplan import hf-config config.json --name my-model --format json -o my-model.json";
  hf.run = [file, name, &options] {
    Issues issues;
    const std::string stem = std::filesystem::path(*file).stem().string();
    const model::Transformer model =
        catalog::transformer_from_hf_config(text::read_json_file(*file), name->empty() ? stem : *name, issues);
    if (!issues.empty()) throw InputError(std::move(issues));
    print(assessment::model_document(model), options);
    return static_cast<int>(kOk);
  };
}

}  // namespace fmplan::cli
