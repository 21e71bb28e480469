#include "core/catalog/collective_profile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/catalog/campaign_history.h"
#include "core/catalog/item_fields.h"
#include "core/catalog/kernel_profile.h"
#include "core/catalog/memory_profile.h"
#include "core/catalog/provenance.h"
#include "core/catalog/step_profile.h"
#include "core/text/json_text.h"
#include "core/text/json_writer.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {
namespace {

using network::Coefficient;
using network::CoefficientInfo;
using network::CollectiveProfile;
using nlohmann::json;
using text::Json;

MeasuredMachine read_machine(const json& object, const std::string& where, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  MeasuredMachine machine;
  machine.scale_up = reader.quantity<BytesPerSecond>("scale_up", bandwidth_units());
  machine.scale_out = reader.optional_quantity<BytesPerSecond>("scale_out", bandwidth_units());
  machine.node = reader.integer("node", 1, 4096);
  machine.domain = reader.integer_or("domain", machine.node, machine.node, 4096);
  machine.ranks_per_accelerator = reader.integer_or("ranks_per_accelerator", 1, 1, 64);
  reader.refuse_unknown_keys();
  return machine;
}

/// Coefficients of one part; those that are absent keep what `profile` has.
void read_coefficients(const json& object, const std::string& where, bool across, CollectiveProfile& profile,
                       Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  for (const CoefficientInfo& c : network::coefficient_table()) {
    if (c.across != across) continue;
    const std::string key(c.name);
    if (!reader.has(key)) continue;
    profile[c.id] =
        c.is_time ? reader.quantity<Seconds>(key, time_units()) / second : reader.number(key, c.minimum, c.maximum);
  }
  reader.refuse_unknown_keys();
}

network::NcclChoice read_choice(const json& entry, const std::string& where, Issues& issues) {
  text::ObjectReader reader(entry, where, issues);
  network::NcclChoice choice;
  const auto name_of = [&](const char* key, auto parse, auto otherwise) {
    const std::string text = reader.string(key);
    const auto value = parse(text);
    if (!value && !text.empty()) reader.report(key, fmt::format("\"{}\" is not known", text));
    return value.value_or(otherwise);
  };
  choice.collective = name_of("collective", network::parse_collective_name, network::Collective::kAllReduce);
  choice.num_domains = reader.integer("domains", 2);
  choice.ranks_per_domain = reader.integer("ranks_per_domain", 1);
  choice.up_to = reader.quantity<Bytes>("up_to", data_units());
  choice.algorithm = name_of("algorithm", network::parse_nccl_algorithm, network::NcclAlgorithm::kRing);
  choice.protocol = name_of("protocol", network::parse_nccl_protocol, network::NcclProtocol::kSimple);
  reader.refuse_unknown_keys();
  return choice;
}

network::TimeFactors read_factors(text::ObjectReader& parent, const std::string& key, network::TimeFactors otherwise,
                                  Issues& issues) {
  const json* object = parent.find(key);
  if (!object) return otherwise;
  text::ObjectReader reader(*object, parent.where(key), issues);
  const network::TimeFactors factors{reader.number("low", 0.01, 1), reader.number("high", 1, 100)};
  reader.refuse_unknown_keys();
  return factors;
}

std::optional<network::NcclTuner> read_tuner(text::ObjectReader& parent, Issues& issues) {
  const json* object = parent.find("tuner");
  if (!object) return std::nullopt;
  text::ObjectReader reader(*object, parent.where("tuner"), issues);
  network::NcclTuner tuner;
  const std::string generation = reader.string("generation");
  if (const auto known = network::kNvidiaGenerationNames.parse(generation))
    tuner.generation = *known;
  else if (!generation.empty())
    reader.report("generation", fmt::format("\"{}\" is none of volta, ampere, hopper, blackwell", generation));
  tuner.net_latency = reader.optional_quantity<Seconds>("net_latency", time_units()).value_or(Seconds{});
  reader.refuse_unknown_keys();
  return tuner;
}

/// The first entry of a collective, domains and ranks that a size fits is the one, so they must ascend.
void check_order(const std::vector<network::NcclChoice>& choices, text::ObjectReader& reader) {
  std::map<std::tuple<network::Collective, int, int>, Bytes> last;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const network::NcclChoice& c = choices[i];
    Bytes& before = last[{c.collective, c.num_domains, c.ranks_per_domain}];
    if (c.up_to <= before)
      reader.report("choices",
                    fmt::format("entry {} goes up to no more than one before it; put those of one collective, "
                                "domains and ranks in the order of their sizes",
                                i));
    before = c.up_to;
  }
}

/// Coefficients that the fit moved and that the data narrowed.
std::vector<Coefficient> read_determined(text::ObjectReader& fit) {
  const json* errors = fit.find("standard_errors");
  const std::vector<std::string> left = fit.texts("left_at_prior");
  std::vector<Coefficient> determined;
  if (!errors || !errors->is_object()) return determined;
  for (const CoefficientInfo& c : network::coefficient_table())
    if (errors->contains(std::string(c.name)) && std::ranges::find(left, c.name) == left.end())
      determined.push_back(c.id);
  return determined;
}

network::MeasuredCell read_cell(const json& entry, const std::string& where, Issues& issues) {
  text::ObjectReader reader(entry, where, issues);
  network::MeasuredCell cell;
  const std::string collective = reader.string("collective");
  if (const auto known = network::parse_collective_name(collective))
    cell.collective = *known;
  else
    reader.report("collective", fmt::format("\"{}\" is not known", collective));
  const std::string size = reader.string("size");
  if (const auto band = network::parse_size_band(size))
    cell.size_band = *band;
  else
    reader.report("size",
                  fmt::format("\"{}\" is no size band; write for instance \"{}\"", size, network::size_band_name(0)));
  cell.num_domains = reader.integer("domains", 1);
  cell.ranks_per_domain = reader.integer("ranks_per_domain", 1);
  cell.num_points = reader.integer("points", 1);
  cell.factors = {reader.number("low", 0.001, 1), reader.number("high", 1, 1000)};
  reader.refuse_unknown_keys();
  return cell;
}

void read_fit(text::ObjectReader& parent, CollectiveProfileItem& item, Issues& issues) {
  const json* object = parent.find("fit");
  if (!object) return;
  text::ObjectReader reader(*object, parent.where("fit"), issues);
  item.sources = reader.texts("sources");
  reader.integer("points", 1);
  reader.find("residuals");
  item.determined = read_determined(reader);
  reader.each("cells", [&](const json& entry, const std::string& at) {
    item.profile.cells.push_back(read_cell(entry, at, issues));
  });
  for (const std::string& line : reader.texts("fingerprints"))
    for (std::size_t at = 0; at < line.size(); at += 9) item.fingerprints.push_back(line.substr(at, 8));
  std::sort(item.fingerprints.begin(), item.fingerprints.end());
  reader.refuse_unknown_keys();
}

/// The coefficients inside a domain, what was measured there, the protocols and, where it is not stated, the in-switch
/// reduction of another profile.
void take_inside(const CollectiveProfile& node, const std::optional<bool>& stated_reduction,
                 CollectiveProfile& profile) {
  for (const CoefficientInfo& c : network::coefficient_table())
    if (!c.across) profile[c.id] = node[c.id];
  std::ranges::copy_if(node.cells, std::back_inserter(profile.cells),
                       [](const network::MeasuredCell& cell) { return cell.num_domains == 1; });
  profile.in_switch_reduction = stated_reduction.value_or(node.in_switch_reduction);
  profile.protocols = node.protocols;
}

/// What is not measured on the machine itself is known less well.
network::TimeFactors inherited_factors(const network::TimeFactors& parent) {
  // Chosen: half as wide again in logarithms, −20 % to +25 % at least (docs/models/collectives.md).
  constexpr double kWider = 1.5;
  constexpr network::TimeFactors kLeast = {0.8, 1.25};
  return {std::min(std::pow(parent.low, kWider), kLeast.low), std::max(std::pow(parent.high, kWider), kLeast.high)};
}

void take_all(const CollectiveProfile& parent, double times_across, CollectiveProfile& profile) {
  profile.coefficients = parent.coefficients;
  for (const CoefficientInfo& c : network::coefficient_table())
    if (c.across && c.is_time) profile[c.id] *= times_across;
  profile.in_switch_reduction = parent.in_switch_reduction;
  profile.protocols = parent.protocols;
  profile.net_protocols = parent.net_protocols;
  profile.flushes = parent.flushes;
  profile.unmeasured = true;
  std::ranges::copy_if(parent.cells, std::back_inserter(profile.cells),
                       [](const network::MeasuredCell& cell) { return cell.num_domains == 1; });
  if (!profile.tuner) profile.tuner = parent.tuner;
  profile.small_factors = inherited_factors(parent.small_factors);
  profile.large_factors = inherited_factors(parent.large_factors);
}

/// The profile of the item that `key` of another names; that item must not take from others in turn (but for
/// its node), so that no item can come to take from itself.
CollectiveProfile taken_profile(const Documents& documents, const std::string& name, const std::string& where,
                                const char* key, bool may_have_node) {
  const CollectiveProfileItem item = load_item(documents, documents.item("calibration", name), read_collective_profile);
  const bool chained = item.inherits.has_value() || (!may_have_node && item.node.has_value());
  if (chained)
    throw InputError(fmt::format("{}/{}", where, key),
                     fmt::format("{} takes its own coefficients from another item; name that one", name));
  CollectiveProfile profile = item.profile;
  if (item.node)
    take_inside(taken_profile(documents, *item.node, where, "node", false), item.stated_reduction, profile);
  return profile;
}

/// The texts of every list called "instances" in a document that is not parsed for it.
std::vector<std::string> listed_instances(std::string_view document) {
  constexpr std::string_view kKey = "\"instances\"";
  // Looks at one character of eleven: half a megabyte is searched at every start.
  static const std::boyer_moore_horspool_searcher kSearcher(kKey.begin(), kKey.end());
  std::vector<std::string> instances;
  for (std::size_t at = 0;;) {
    const auto found = std::search(document.begin() + static_cast<std::ptrdiff_t>(at), document.end(), kSearcher);
    if (found == document.end()) break;
    at = static_cast<std::size_t>(found - document.begin()) + kKey.size();
    const std::size_t end = document.find(']', at);
    for (std::size_t open = document.find('"', at); open < end; open = document.find('"', open)) {
      const std::size_t close = document.find('"', ++open);
      if (close == std::string_view::npos) break;
      instances.emplace_back(document.substr(open, close - open));
      open = close + 1;
    }
  }
  return instances;
}

/// Items that lie over the shipped ones first.
std::vector<std::string> names_by_precedence(const Documents& documents) {
  std::vector<std::string> names = documents.names("calibration");
  // clang 14 cannot instantiate what the form of std::ranges returns.
  std::stable_partition(names.begin(), names.end(),
                        [&](const std::string& name) { return documents.item("calibration", name).root > 0; });
  return names;
}

Json collective_coefficients_json(const CollectiveProfile& profile, bool across) {
  Json object = Json::object();
  for (const CoefficientInfo& c : network::coefficient_table()) {
    if (c.across != across) continue;
    const std::string key(c.name);
    if (c.is_time) {
      object[key] = fmt::format("{:.4g} us", profile[c.id] * second / microsecond);
    } else {
      object[key] = std::round(profile[c.id] * 1e4) / 1e4;
    }
  }
  return object;
}

Json factors_json(const network::TimeFactors& factors) {
  return {{"low", std::round(factors.low * 1e3) / 1e3}, {"high", std::round(factors.high * 1e3) / 1e3}};
}

Json cells_json(const CollectiveProfile& profile) {
  Json cells = Json::array();
  for (const network::MeasuredCell& cell : profile.cells)
    cells.push_back({{"collective", network::collective_name(cell.collective)},
                     {"size", network::size_band_name(cell.size_band)},
                     {"domains", cell.num_domains},
                     {"ranks_per_domain", cell.ranks_per_domain},
                     {"points", cell.num_points},
                     {"low", std::round(cell.factors.low * 1e3) / 1e3},
                     {"high", std::round(cell.factors.high * 1e3) / 1e3}});
  return cells;
}

Json residuals_json(const calibration::CollectiveFit& fit) {
  Json bands = Json::array();
  for (int band = 0; band < calibration::kNumSizeBands; ++band) {
    const calibration::ErrorSummary& errors = fit.residuals[static_cast<std::size_t>(band)];
    if (errors.num_rows == 0) continue;
    bands.push_back({{"size", calibration::size_band_name(band)},
                     {"points", errors.num_rows},
                     {"median", std::round(errors.median * 1e4) / 1e4},
                     {"p90", std::round(errors.percentile_90 * 1e4) / 1e4}});
  }
  return bands;
}

Json collective_fit_json(const calibration::CollectiveFit& fit, const std::vector<FittedRow>& rows) {
  std::map<std::string, std::string> references;
  std::set<std::string> fingerprints;
  for (const FittedRow& row : rows) {
    references.try_emplace(row.source_id, row.source_ref);
    fingerprints.insert(row.fingerprint);
  }
  std::vector<std::string> sources;
  sources.reserve(references.size());
  for (const auto& [id, reference] : references)
    sources.push_back(reference.empty() ? id : fmt::format("{}: {}", id, reference));
  Json object = {{"sources", sources},
                 {"points", fit.num_points},
                 {"residuals", residuals_json(fit)},
                 {"cells", cells_json(fit.profile)}};
  object["standard_errors"] = Json::object();
  object["left_at_prior"] = Json::array();
  for (const calibration::FittedCoefficient& c : fit.coefficients) {
    const std::string name(network::coefficient_table()[static_cast<std::size_t>(c.id)].name);
    object["standard_errors"][name] = std::round(c.relative_error * 1e4) / 1e4;
    if (!c.determined) object["left_at_prior"].push_back(name);
  }
  // Twelve to a line: a list with one to a line would be most of the file.
  constexpr std::size_t kPerLine = 12;
  object["fingerprints"] = Json::array();
  std::string line;
  std::size_t count = 0;
  for (const std::string& fingerprint : fingerprints) {
    line += (line.empty() ? "" : " ") + fingerprint;
    if (++count % kPerLine == 0 || count == fingerprints.size()) {
      object["fingerprints"].push_back(line);
      line.clear();
    }
  }
  return object;
}

}  // namespace

bool is_about_collectives(const json& document) {
  const auto of = document.is_object() ? document.find("of") : document.end();
  return of != document.end() && *of == "collectives";
}

CollectiveProfileItem read_collective_profile(const json& document, const std::string& where, Issues& issues) {
  text::ObjectReader reader(document, where, issues);
  CollectiveProfileItem item;
  item.name = read_envelope(reader);
  item.title = reader.string_or("title", item.name);
  if (reader.string("of") != "collectives") reader.report("of", "write \"collectives\"");
  item.gpus = reader.texts("gpus");
  item.systems = reader.texts("systems");
  item.instances = reader.texts("instances");
  if (const json* machine = reader.require("machine"))
    item.machine = read_machine(*machine, reader.where("machine"), issues);
  item.profile = network::uncalibrated_profile(item.name, reader.boolean_or("in_switch_reduction", false));
  if (reader.has("in_switch_reduction")) item.stated_reduction = item.profile.in_switch_reduction;
  item.profile.protocols = reader.boolean_or("protocols", true);
  item.profile.net_protocols = reader.boolean_or("protocols_across", true);
  item.profile.flushes = reader.boolean_or("flushes", true);
  item.profile.tuner = read_tuner(reader, issues);
  item.transport = reader.string_or("transport", {});
  item.profile.ranks_per_accelerator = item.machine.ranks_per_accelerator;
  if (reader.has("node")) item.node = reader.string("node");
  if (reader.has("inherits")) {
    item.inherits = reader.string("inherits");
    item.times_across = reader.number_or("times_across", 1, 0.01, 100);
    for (const char* key :
         {"node", "inside", "across", "in_switch_reduction", "protocols", "interval", "interval_below_1_mib", "fit"})
      if (reader.has(key)) reader.report(key, "an item that inherits takes this from " + *item.inherits);
  }
  if (const json* inside = reader.find("inside"))
    read_coefficients(*inside, reader.where("inside"), false, item.profile, issues);
  if (const json* across = reader.find("across"))
    read_coefficients(*across, reader.where("across"), true, item.profile, issues);
  reader.each("choices", [&](const json& entry, const std::string& at) {
    item.profile.choices.push_back(read_choice(entry, at, issues));
  });
  check_order(item.profile.choices, reader);
  item.profile.small_factors = read_factors(reader, "interval_below_1_mib", item.profile.small_factors, issues);
  item.profile.large_factors = read_factors(reader, "interval", item.profile.large_factors, issues);
  read_fit(reader, item, issues);
  reader.refuse_unknown_keys();
  return item;
}

CollectiveProfileItem resolve_collective_profile(const json& document, const std::string& where,
                                                 const Documents& documents) {
  Issues issues;
  CollectiveProfileItem item = read_collective_profile(document, where, issues);
  if (!issues.empty()) throw InputError(std::move(issues));
  const Provenance provenance = provenance_of(document, "");
  item.source = provenance.source + (provenance.confirmed ? "" : " (unconfirmed)");
  if (item.node)
    take_inside(taken_profile(documents, *item.node, where, "node", false), item.stated_reduction, item.profile);
  if (item.inherits)
    take_all(taken_profile(documents, *item.inherits, where, "inherits", true), item.times_across, item.profile);
  return item;
}

CollectiveProfileItem load_collective_profile(const Documents& documents, std::string_view name) {
  const ItemFile& item = documents.item("calibration", name);
  return resolve_collective_profile(documents.raw(item), item.where(), documents);
}

std::vector<CollectiveProfileItem> load_collective_profiles(const Documents& documents) {
  std::vector<CollectiveProfileItem> items;
  for (const std::string& name : names_by_precedence(documents))
    if (is_about_collectives(documents.raw("calibration", name)))
      items.push_back(load_collective_profile(documents, name));
  return items;
}

ProfilesByInstance profiles_by_instance(const Documents& documents) {
  // Two thirds of what there is to search, and never about collectives: their names are taken, and of the shipped ones
  // those of kernels too.
  constexpr std::array<std::string_view, 3> kOthers = {kStepProfileName, kMemoryProfileName, kCampaignHistoryName};
  ProfilesByInstance result;
  for (const std::string& name : names_by_precedence(documents)) {
    if (std::ranges::find(kOthers, name) != kOthers.end()) continue;
    if (name.ends_with(kKernelProfileSuffix) && documents.item("calibration", name).root == 0) continue;
    for (const std::string& instance : listed_instances(text::read_text_file(documents.file("calibration", name))))
      result[catalog_slug(instance)].push_back(name);
  }
  return result;
}

bool lists_instance(const CollectiveProfileItem& item, std::string_view instance) {
  return std::ranges::any_of(item.instances, [slug = catalog_slug(instance)](const std::string& listed) {
    return catalog_slug(listed) == slug;
  });
}

Json fitted_profile_json(const Json& document, const calibration::CollectiveFit& fit,
                         const std::vector<FittedRow>& rows) {
  Json result = Json::object();
  const std::set<std::string> replaced = {"inside", "across",     "interval", "interval_below_1_mib",
                                          "fit",    "provenance", "notes"};
  for (const auto& [key, value] : document.members())
    if (!replaced.contains(key)) result[key] = value;
  if (!document.contains("node")) result["inside"] = collective_coefficients_json(fit.profile, false);
  if (document.contains("machine") && document.at("machine").contains("scale_out"))
    result["across"] = collective_coefficients_json(fit.profile, true);
  result["interval_below_1_mib"] = factors_json(fit.profile.small_factors);
  result["interval"] = factors_json(fit.profile.large_factors);
  result["fit"] = collective_fit_json(fit, rows);
  for (const char* key : {"provenance", "notes"})
    if (document.contains(key)) result[key] = document.at(key);
  return result;
}

}  // namespace fmplan::catalog
