#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "core/answer/document.h"
#include "core/assessment/validation.h"
#include "core/assessment/validation_groups.h"
#include "core/calibration/collective_observation.h"
#include "core/catalog/catalog.h"
#include "core/catalog/collective_pool.h"
#include "core/catalog/collective_profile.h"
#include "core/evidence/collective_question.h"
#include "core/network/collective_interval.h"
#include "core/text/json_text.h"

namespace fmplan::assessment {

using answer::Document;

namespace {

using calibration::CollectiveObservation;
using text::Json;

/// One row that was predicted.
struct JudgedCollective {
  evidence::CollectiveRow row;
  std::string profile;
  CollectiveObservation observation;
  network::CalibratedTime predicted;
  bool fitted = false;
  bool harness = false;                             ///< measured by a program that waits for every call
  bool has_profile = true;                          ///< of its machine; else what others have in common times it
  std::optional<network::CalibratedTime> pooled{};  ///< by what other systems tell, this one left out

  /// Profiles have no 95 % interval.
  Judgement judgement() const {
    const Seconds floor = harness ? network::program_floor(observation.collective) : Seconds{};
    return {.error = predicted.total / observation.time - 1,
            .inside_80 = observation.time >= predicted.low && observation.time <= std::max(predicted.high, floor),
            .width_80 = (predicted.high - predicted.low) / predicted.total};
  }
};

struct CollectiveValidation {
  std::vector<JudgedCollective> judged;
  std::vector<Refusal> refused;
  std::vector<std::string> warnings;
};

using evidence::StepRefusal;

struct ItemOfRow {
  const catalog::CollectiveProfileItem* item = nullptr;
  bool has_profile = true;  ///< of its machine; else what others have in common times it
};

/// What times a row: the item of its machine, or what measured machines have in common.
class RowItems {
 public:
  RowItems(const std::vector<catalog::CollectiveProfileItem>& items, const catalog::Catalog& catalog)
      : items_(items), catalog_(catalog) {}

  std::variant<ItemOfRow, StepRefusal> of(const evidence::CollectiveRow& row) {
    if (!network::parse_collective_name(row.collective))
      return StepRefusal{fmt::format("collective \"{}\" is not modelled", row.collective)};
    if (row.nodes * row.gpus_per_node < 2) return StepRefusal{"one rank has nothing to communicate"};
    if (const auto* item = evidence::profile_of_row(items_, row)) return ItemOfRow{item};
    const auto [found, is_new] = unmeasured_.try_emplace({row.gpu, row.system, row.nodes, row.gpus_per_node});
    if (is_new) found->second = evidence::unmeasured_machine_of_row(row, catalog_);
    if (const auto* refusal = std::get_if<StepRefusal>(&found->second)) return *refusal;
    return ItemOfRow{&std::get<catalog::CollectiveProfileItem>(found->second), false};
  }

 private:
  const std::vector<catalog::CollectiveProfileItem>& items_;
  const catalog::Catalog& catalog_;
  std::map<std::tuple<std::string, std::string, int, int>, std::variant<catalog::CollectiveProfileItem, StepRefusal>>
      unmeasured_;
};

/// Whether the item was fitted to the row, or the one from which it has its coefficients inside a node.
bool was_fitted_to(const std::vector<catalog::CollectiveProfileItem>& items, const catalog::CollectiveProfileItem& item,
                   const std::string& fingerprint) {
  if (std::ranges::binary_search(item.fingerprints, fingerprint)) return true;
  const auto node = std::ranges::find_if(items, [&](const auto& other) { return item.node == other.name; });
  return node != items.end() && std::ranges::binary_search(node->fingerprints, fingerprint);
}

/// The profile of a row's system with that system left out: of rows inside one domain the node is the system.  None
/// where there is nothing to pool, or the system has no rows of its own.
class PooledProfiles {
 public:
  explicit PooledProfiles(const std::vector<catalog::CollectiveProfileItem>& items) : items_(items) {}

  const network::CollectiveProfile* of(const catalog::CollectiveProfileItem& item, bool across) {
    const catalog::CollectiveProfileItem* system = &item;
    if (!across && item.node) {
      const auto node = std::ranges::find(items_, *item.node, &catalog::CollectiveProfileItem::name);
      if (node == items_.end()) return nullptr;
      system = &*node;
    }
    if (system->determined.empty() || !catalog::can_be_pooled(items_, *system)) return nullptr;
    const auto [found, is_new] = profiles_.try_emplace(system->name);
    if (is_new) found->second = catalog::pooled_profile(items_, *system);
    return &found->second;
  }

 private:
  const std::vector<catalog::CollectiveProfileItem>& items_;
  std::map<std::string, network::CollectiveProfile> profiles_;
};

CollectiveValidation collective_validation(const ValidationQuestion& question, const catalog::Catalog& catalog) {
  const auto items = catalog::load_collective_profiles(catalog);
  PooledProfiles pooled(items);
  RowItems row_items(items, catalog);
  CollectiveValidation result;
  for (const std::string& path : question.files) {
    const std::string file = std::filesystem::path(path).filename().string();
    const evidence::CollectiveRows read = evidence::read_collective_rows(text::read_text_file(path), file);
    if (read.rows.empty() && read.refused.empty()) throw InputError(path, "holds no rows");
    for (const text::RefusedRow& row : read.refused) result.refused.push_back({file, row});
    result.warnings.insert(result.warnings.end(), read.notes.begin(), read.notes.end());
    for (const evidence::CollectiveRow& row : read.rows) {
      const auto found = row_items.of(row);
      if (const auto* refusal = std::get_if<StepRefusal>(&found)) {
        result.refused.push_back({file, {row.line, refusal->reason}});
        continue;
      }
      const auto& [item, has_profile] = std::get<ItemOfRow>(found);
      const auto observation = evidence::observation_of_row(row, item->machine);
      if (!observation) {
        result.refused.push_back({file, {row.line, "spans domains, and the profile states no network"}});
        continue;
      }
      if (std::string reason = calibration::impossible_time(*observation, item->profile); !reason.empty()) {
        result.refused.push_back({file, {row.line, std::move(reason)}});
        continue;
      }
      result.judged.push_back({row, item->name, *observation,
                               network::collective_time(observation->collective, observation->bytes, observation->group,
                                                        item->profile, observation->only),
                               was_fitted_to(items, *item, evidence::row_fingerprint(row)), row.healthy == "harness",
                               has_profile});
      if ((!row.healthy.empty() && row.healthy != "yes") || !result.judged.back().has_profile) continue;
      if (const auto* profile = pooled.of(*item, observation->group.num_domains > 1))
        result.judged.back().pooled = network::collective_time(observation->collective, observation->bytes,
                                                               observation->group, *profile, observation->only);
    }
  }
  return result;
}

/// The row as it is predicted without its system.
JudgedCollective without_system(const JudgedCollective& row) {
  JudgedCollective left_out = row;
  left_out.predicted = *row.pooled;
  left_out.fitted = false;
  return left_out;
}

std::string status(const JudgedCollective& row) {
  if (row.fitted) return "fitted";
  if (!row.row.healthy.empty() && row.row.healthy != "yes") return "not healthy";
  return row.has_profile ? "left out" : "no profile";
}
std::string halves(const JudgedCollective& row) {
  return row.observation.bytes < 1 * mebibyte ? "< 1 MiB" : ">= 1 MiB";
}
std::string band(const JudgedCollective& row) {
  const int index = calibration::size_band(row.observation.bytes);
  return fmt::format("{} {}", index + 1, calibration::size_band_name(index)).substr(2);
}

Json collective_row_json(const JudgedCollective& row) {
  return {{"line", row.row.line},
          {"source_id", row.row.source_id},
          {"measured", row.row.time_us},
          {"predicted", row.predicted.total / microsecond},
          {"low_80", row.predicted.low / microsecond},
          {"high_80", row.predicted.high / microsecond},
          {"low_95", nullptr},
          {"high_95", nullptr},
          {"bytes", row.row.bytes},
          {"collective", row.row.collective},
          {"nodes", row.row.nodes},
          {"algorithm", network::nccl_algorithm_name(row.predicted.algorithm)},
          {"protocol", network::nccl_protocol_name(row.predicted.protocol)},
          {"bound", network::collective_bound_name(row.predicted.bound)},
          {"profile", row.profile},
          {"fitted", row.fitted},
          {"points", row.predicted.points ? Json(*row.predicted.points) : Json()},
          {"without_system", row.pooled ? Json(row.pooled->total / microsecond) : Json()}};
}

Document collective_validation_document(const CollectiveValidation& validation, bool with_rows) {
  const auto& judged = validation.judged;
  const auto by = [&](const auto& key) { return grouped(judged, key); };
  const Groups<JudgedCollective> by_status = by([](const JudgedCollective& r) { return status(r) + ", " + halves(r); });
  const Groups<JudgedCollective> by_system =
      by([](const JudgedCollective& r) { return r.profile + ", " + status(r) + ", " + halves(r); });
  std::vector<JudgedCollective> left_out;
  for (const JudgedCollective& row : judged)
    if (row.pooled) left_out.push_back(without_system(row));
  const Groups<JudgedCollective> systems_left_out =
      grouped(left_out, [](const JudgedCollective& r) { return halves(r); });
  const Groups<JudgedCollective> by_system_left_out =
      grouped(left_out, [](const JudgedCollective& r) { return r.profile + ", " + halves(r); });
  const Groups<JudgedCollective> by_size_left_out = grouped(left_out, [](const JudgedCollective& r) {
    return std::string(r.observation.group.num_domains > 1 ? "across" : "inside") + ", " + band(r);
  });
  Document document = refusals_document("rows", judged.size(), validation.refused);
  document.warnings = validation.warnings;
  document.json.update(rows_summary_json(all_rows(judged)));
  document.json["by_status"] = groups_json(by_status, "status");
  document.json["by_source"] = groups_json(by([](const JudgedCollective& r) { return r.row.source_id; }), "source_id");
  document.json["by_gpu"] = groups_json(by([](const JudgedCollective& r) { return r.row.gpu; }), "gpu");
  document.json["by_framework"] = Json::array();  // collectives belong to none
  document.json["by_system"] = groups_json(by_system, "system");
  document.json["by_collective"] =
      groups_json(by([](const JudgedCollective& r) { return r.row.collective + ", " + halves(r); }), "collective");
  document.json["by_size"] =
      groups_json(by([](const JudgedCollective& r) { return status(r) + ", " + band(r); }), "size");
  document.json["systems_left_out"] = groups_json(by_system_left_out, "system");
  document.tables.push_back(groups_table("Error of time, predicted / measured - 1", by_status));
  document.tables.push_back(groups_table("Whole systems left out", systems_left_out));
  document.tables.push_back(groups_table("Whole systems left out, by system", by_system_left_out));
  document.tables.push_back(groups_table("Whole systems left out, by size", by_size_left_out));
  document.tables.push_back(groups_table("By system", by_system));
  document.tables.push_back(
      groups_table("By size", by([](const JudgedCollective& r) { return status(r) + ", " + band(r); })));
  document.tables.push_back(
      groups_table("By collective", by([](const JudgedCollective& r) { return r.row.collective + ", " + halves(r); })));
  document.tables.push_back(groups_table("By source", by([](const JudgedCollective& r) {
                                           return r.row.source_id + ", " + status(r) + ", " + halves(r);
                                         })));
  add_refusals_table(document, validation.refused);
  if (with_rows) add_row_results(document, judged, collective_row_json);
  return document;
}

}  // namespace

Document validate_collectives(const ValidationQuestion& question, const catalog::Catalog& catalog) {
  return collective_validation_document(collective_validation(question, catalog), question.with_rows);
}

}  // namespace fmplan::assessment
