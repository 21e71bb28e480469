#include "cli/settings.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command_line.h"
#include "cli/output.h"
#include "core/answer/usual_buying.h"
#include "core/base/issue.h"
#include "core/base/suggestion.h"
#include "core/text/json_text.h"

namespace fmplan::cli {
namespace {

/// Region and way of buying are for questions without a scenario: a scenario's answer another user is to get again.
std::vector<Setting> all_settings() {
  return {
      {"catalog", "", "default", "folder laid over the shipped catalogues, as --catalog; else none"},
      {"jobs", "", "default", "threads, as --jobs; else one per core"},
      {"color", "", "default", "false: plain text, as --no-color; else colour on terminals"},
      {"hints", "", "default", "false: no hints of better commands; else on terminals"},
      {"region", "", "default", "of prices, for init, solve --budget, scale and market; else the provider's usual one"},
      {"price_kind", "", "default", "on_demand, capacity_block, …, for the same; else on_demand, and all for market"}};
}

std::string variable_of(const std::string& key) {
  std::string name = "FMPLAN_" + key;
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return name;
}

void read_file(const std::string& file, std::vector<Setting>& settings) {
  std::error_code error;
  if (file.empty() || !std::filesystem::exists(file, error)) return;
  Issues issues;
  std::vector<std::string> keys;
  keys.reserve(settings.size());
  for (const Setting& setting : settings) keys.push_back(setting.key);
  for (const ConfigLine& line : read_config(text::read_text_file(file))) {
    const auto found = std::ranges::find(settings, line.key, &Setting::key);
    if (found == settings.end()) {
      issues.push_back({file, fmt::format("\"{}\" is no setting{}; there are {}", line.key,
                                          did_you_mean(line.key, keys), fmt::join(keys, ", "))});
    } else if (line.values.size() != 1) {
      issues.push_back({file, fmt::format("{} takes one value, for instance jobs = 4", line.key)});
    } else {
      found->value = line.values.front();
      found->origin = file;
    }
  }
  if (!issues.empty()) throw InputError(std::move(issues));
}

std::optional<bool> flag_of(const std::string& value) {
  if (value == "true") return true;
  if (value == "false") return false;
  return std::nullopt;
}

}  // namespace

Environment process_environment() {
  return [](const std::string& name) {
    const char* const value = std::getenv(name.c_str());
    return std::string(value == nullptr ? "" : value);
  };
}

std::string settings_file(const Environment& environment) {
  if (std::string named = environment("FMPLAN_CONFIG"); !named.empty()) return named;
  if (const std::string folder = environment("XDG_CONFIG_HOME"); !folder.empty()) return folder + "/fmplan.toml";
  const std::string home = environment("HOME");
  return home.empty() ? "" : home + "/.config/fmplan.toml";
}

std::vector<Setting> read_settings(const Environment& environment) {
  std::vector<Setting> settings = all_settings();
  std::error_code error;
  if (const std::string named = environment("FMPLAN_CONFIG"); !named.empty() && !std::filesystem::exists(named, error))
    throw InputError("FMPLAN_CONFIG", fmt::format("there is no file {}; name one, or unset it", named));
  read_file(settings_file(environment), settings);
  for (Setting& setting : settings) {
    const std::string variable = variable_of(setting.key);
    const std::string value = environment(variable);
    if (value.empty()) continue;
    setting.value = value;
    setting.origin = variable;
  }
  return settings;
}

void apply_settings(const std::vector<Setting>& settings, Options& options) {
  Issues issues;
  for (const auto& [key, value, origin, what] : settings) {
    if (value.empty()) continue;
    const std::string where = origin.starts_with("FMPLAN_") ? origin : fmt::format("{}: {}", origin, key);
    if (key == "catalog") {
      options.catalog_dir = value;
    } else if (key == "jobs") {
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), options.jobs);
      if (error != std::errc{} || end != value.data() + value.size() || options.jobs < 0)
        issues.push_back({where, fmt::format("\"{}\" is not a whole number from 0 on; for example 4", value)});
    } else if (key == "region") {
      options.region = value;
    } else if (key == "price_kind") {
      options.price_kind = value;
    } else if (const std::optional<bool> flag = flag_of(value); !flag) {
      issues.push_back({where, fmt::format("\"{}\" is neither true nor false", value)});
    } else if (key == "color") {
      options.no_color = !*flag;
    } else {
      options.hints = *flag;
    }
  }
  if (!issues.empty()) throw InputError(std::move(issues));
}

std::vector<std::string> buying_sets(const Options& options, const std::string& instance,
                                     const std::vector<std::string>& sets, const catalog::Catalog& catalog) {
  std::vector<std::string> found = answer::buying_sets({options.region, options.price_kind}, instance, sets, catalog);
  if (!found.empty() && !options.quiet) write_message(fmt::format("{}: as fmplan config says", fmt::join(found, ", ")));
  return found;
}

}  // namespace fmplan::cli
