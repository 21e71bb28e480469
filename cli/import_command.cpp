#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/document.h"
#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/io/hf_config.h"
#include "core/io/json_text.h"
#include "core/io/model_json.h"
#include "core/model/transformer.h"

namespace fmplan::cli {
namespace {

Document model_document(const model::Transformer& model) {
  const model::ParameterCount count = count_parameters(model);
  Document document;
  document.headline = model.name;
  document.json = io::transformer_json(model);
  document.tables.push_back(
      {.title = "Model",
       .header = {},
       .align = {},
       .rows = {{"parameters", fmt::format("{} ({})", count.total, count_text(static_cast<double>(count.total)))},
                {"active parameters", fmt::format("{}", count.active)},
                {"layers", fmt::format("{}", model.num_layers)},
                {"hidden size", fmt::format("{}", model.hidden_size)},
                {"heads (key/value)", fmt::format("{} ({})", model.num_heads, model.num_kv_heads)},
                {"vocabulary", fmt::format("{}", model.vocabulary_size)}},
       .notes = {"--format json -o FILE writes a catalogue item, for --catalog or as \"model\" of a scenario"}});
  return document;
}

}  // namespace

void add_import_command(CLI::App& app, Session& session) {
  auto* command = app.add_subcommand("import", "read other tools' files");
  command->require_subcommand(1);
  auto* hf = command->add_subcommand("hf-config", "a Hugging Face config.json as a model");
  auto file = std::make_shared<std::string>();
  auto name = std::make_shared<std::string>();
  hf->add_option("FILE", *file, "config.json")->required()->type_name("FILE");
  hf->add_option("--name", *name, "name of the model (default: the file's)")->type_name("NAME");
  hf->footer("Example:\n  fmplan import hf-config config.json --name my-model --format json -o my-model.json");
  hf->callback([file, name, &session] {
    session.run = [file, name, &session] {
      Issues issues;
      const std::string stem = std::filesystem::path(*file).stem().string();
      const model::Transformer model =
          io::transformer_from_hf_config(io::read_json_file(*file), name->empty() ? stem : *name, issues);
      if (!issues.empty()) throw InputError(std::move(issues));
      print(model_document(model), session.options);
      return static_cast<int>(kOk);
    };
  });
}

}  // namespace fmplan::cli
