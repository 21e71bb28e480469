#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "cli/settings.h"

namespace fmplan::cli {
namespace {

/// What an option says, where it is not what the settings say.
void add_option(Setting& setting, const Options& options) {
  const auto over = [&setting](const std::string& value, const char* option) {
    setting.value = value;
    setting.origin = option;
  };
  Options without;
  apply_settings({setting}, without);
  if (setting.key == "catalog" && options.catalog_dir != without.catalog_dir) over(options.catalog_dir, "--catalog");
  if (setting.key == "jobs" && options.jobs != without.jobs) over(fmt::format("{}", options.jobs), "--jobs");
  if (setting.key == "color" && options.no_color != without.no_color) over("false", "--no-color");
}

int run_config(const Options& options) {
  const Environment environment = process_environment();
  answer::Document document;
  answer::Table table{
      .title = "Settings", .header = {"setting", "value", "from", "what"}, .align = {}, .rows = {}, .notes = {}};
  document.json = {{"version", 1}, {"file", settings_file(environment)}, {"settings", text::Json::array()}};
  for (Setting setting : read_settings(environment)) {
    add_option(setting, options);
    table.rows.push_back({setting.key, setting.value, setting.origin, setting.what});
    document.json["settings"].push_back({{"key", setting.key},
                                         {"value", setting.value.empty() ? text::Json() : text::Json(setting.value)},
                                         {"from", setting.origin}});
  }
  table.notes.push_back(
      fmt::format("set in {}, for instance jobs = 4, or in the environment, FMPLAN_JOBS=4; options "
                  "come over both",
                  settings_file(environment)));
  document.tables.push_back(std::move(table));
  document.csv_table = "settings";
  print(document, options);
  return kOk;
}

}  // namespace

void add_config_command(Command& app, const Options& options) {
  Command& command = app.add_command("config", "what is set for all commands, and where");
  command.footer =
      "Examples:\n"
      "  fmplan config\n"
      "  fmplan config --format json";
  command.run = [&options] { return run_config(options); };
}

}  // namespace fmplan::cli
