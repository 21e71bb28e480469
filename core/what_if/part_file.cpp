#include "core/what_if/part_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/version.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"
#include "core/what_if/question_hash.h"

namespace fmplan::what_if {
namespace {

using nlohmann::json;
using text::Json;

/// Of a part of a search or a run, at most, chosen: a run's are below a million.
constexpr std::size_t kMostPartBytes = std::size_t{1} << 28;

constexpr int kVersion = 1;  // of the files, as docs/report_format.md has it

std::string part_fingerprint(const PartHead& head) {
  QuestionHash hash;
  hash.add(
      fmt::format("{} {} {} {}", kPartKindNames.name(head.kind), head.fmplan_version, head.catalog_version, head.seed));
  for (const auto& [name, value] : head.arguments) {
    hash.add(name);
    hash.add(value);
  }
  for (const std::string& gate : head.fail_if) hash.add(gate);
  hash.add(head.asked.document.dump());
  hash.add_files(head.asked.document, head.asked.folder);
  return hash.text();
}

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

[[noreturn]] void fail(const std::string& file) {
  throw InputError(file, "is no part; give files that sweep, search or run --shard I/N wrote");
}

PartHead read_head(PartKind kind, const json& head, const std::string& file) {
  PartHead read{.kind = kind,
                .asked = {.name = file, .document = head.at("scenario"), .folder = std::filesystem::path{}},
                .arguments = head.at("arguments").get<std::map<std::string, std::string>>(),
                .fail_if = head.at("fail_if").get<std::vector<std::string>>(),
                .seed = head.at("seed").get<std::uint64_t>(),
                .catalog_version = head.at("catalog_version").get<std::string>(),
                .fmplan_version = head.at("fmplan_version").get<std::string>(),
                .fingerprint = head.at("fingerprint").get<std::string>()};
  read.asked.folder = head.at("folder").get<std::string>();
  const json& shard = head.at("shard");
  read.shard = {shard.at(0).get<int>(), shard.at(1).get<int>()};
  if (read.shard.number < 1 || read.shard.number > read.shard.of || read.shard.of > kMostShards) fail(file);
  return read;
}

}  // namespace

PartHead signed_head(PartHead head, const catalog::Catalog& catalog) {
  head.asked.folder = std::filesystem::absolute(head.asked.folder.value_or(".")).lexically_normal();
  head.catalog_version = catalog.version();
  head.fmplan_version = std::string(version());
  head.fingerprint = part_fingerprint(head);
  return head;
}

std::string part_text(const PartHead& head, const Json& content) {
  Json line = {{"version", kVersion},
               {"catalog_version", head.catalog_version},
               {"fmplan_version", head.fmplan_version},
               {"seed", static_cast<unsigned long long>(head.seed)},
               {"fingerprint", head.fingerprint},
               {"shard", Json::array({head.shard.number, head.shard.of})},
               {"arguments", Json::object()},
               {"fail_if", Json(head.fail_if)},
               {"folder", head.asked.folder->string()},
               {"scenario", text::json_of(head.asked.document)}};
  for (const auto& [name, value] : head.arguments) line["arguments"][name] = value;
  return Json({{kPartKindNames.name(head.kind), line}}).dump() + "\n" + Json({{"part", content}}).dump() + "\n";
}

PartKind part_kind(std::string_view text, const std::string& file) {
  if (text.empty()) fail(file);
  const json head = text::parse_json(first_line(text), file + ":1");
  if (head.is_object())
    for (const PartKind kind : kPartKindNames.values)
      if (head.contains(std::string(kPartKindNames.name(kind)))) return kind;
  fail(file);
}

PartKind part_kind_of(const std::vector<std::string>& files) {
  std::vector<PartKind> kinds;
  for (const std::string& file : files) {
    std::ifstream in(file, std::ios::binary);
    std::string line;
    if (!std::getline(in, line)) line = text::read_text_file(file);  // which says why
    kinds.push_back(part_kind(line, file));
  }
  Issues issues;
  for (std::size_t i = 1; i < files.size(); ++i)
    if (kinds[i] != kinds.front())
      issues.push_back(
          {files[i], fmt::format("is a part of a {}, and {} of a {}; give those of one", kPartKindNames.name(kinds[i]),
                                 files.front(), kPartKindNames.name(kinds.front()))});
  if (!issues.empty()) throw InputError(std::move(issues));
  return kinds.front();
}

PartFile read_part(std::string_view text, const std::string& file) {
  const PartKind kind = part_kind(text, file);
  const std::string_view line = first_line(text);
  const json head = text::parse_json(line, file + ":1");
  const std::string_view rest = first_line(text.substr(std::min(text.size(), line.size() + 1)));
  PartFile part{.file = file, .head = {}, .content = {}};
  part.content = text::parse_json(rest, file + ":2");
  return read_content(part, [&](const json& content) {
    return PartFile{.file = file,
                    .head = read_head(kind, head.at(std::string(kPartKindNames.name(kind))), file),
                    .content = content.at("part")};
  });
}

std::optional<PartState> part_state(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string first, last;
  if (!in || !std::getline(in, first)) return std::nullopt;
  for (std::string line; std::getline(in, line);) last = std::move(line);
  try {
    const PartKind kind = part_kind(first, file.string());
    const json head = json::parse(first).at(std::string(kPartKindNames.name(kind)));
    PartState state{.fingerprint = head.at("fingerprint").get<std::string>(), .shard = {}};
    if (head.contains("shard")) state.shard = {head["shard"].at(0).get<int>(), head["shard"].at(1).get<int>()};
    state.is_whole = kind == PartKind::kSweep ? !json::parse(last).at("counts").at("stopped").get<bool>()
                                              : last.starts_with("{\"part\":");
    return state;
  } catch (const json::exception&) {
    return std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::vector<PartFile> whole_of(std::vector<PartFile> parts, const catalog::Catalog& catalog) {
  const PartHead& first = parts.front().head;
  std::vector<PartOf> heads;
  heads.reserve(parts.size());
  for (const PartFile& part : parts)
    heads.push_back({.file = part.file,
                     .fingerprint = part.head.kind == first.kind ? part.head.fingerprint : "",
                     .shard = part.head.shard,
                     .unfinished = {}});
  if (Issues issues = part_issues(heads, kPartKindNames.name(first.kind)); !issues.empty())
    throw InputError(std::move(issues));
  if (signed_head(first, catalog).fingerprint != first.fingerprint)
    throw InputError(parts.front().file,
                     fmt::format("was made by fmplan {} with catalogues {}; this is fmplan {} with {}, or a file that "
                                 "the scenario names from {} is another one: merge where the parts were made",
                                 first.fmplan_version, first.catalog_version, version(), catalog.version(),
                                 first.asked.folder->string()));
  std::vector<PartFile> ordered;
  for (const std::size_t place : in_order(heads)) ordered.push_back(std::move(parts[place]));
  return ordered;
}

std::vector<PartFile> read_whole(const std::vector<std::string>& files, const catalog::Catalog& catalog) {
  std::vector<PartFile> parts;
  Issues issues;
  for (const std::string& file : files)
    collect(issues, [&] { parts.push_back(read_part(text::read_text_file(file, kMostPartBytes), file)); });
  if (!issues.empty()) throw InputError(std::move(issues));
  return whole_of(std::move(parts), catalog);
}

}  // namespace fmplan::what_if
