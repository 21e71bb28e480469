#include "core/catalog/probe_item.h"

#include <fmt/format.h>

#include "core/catalog/item_fields.h"
#include "core/text/json_text.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {
namespace {

using calibration::kMostShift;
using calibration::MachineProbe;
using calibration::ProbeShift;
using nlohmann::json;

/// Digits of ln: more than any measurement has.
constexpr int kProbeDigits = 4;

ProbeShift read_shift(const json& object, const std::string& where, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  const ProbeShift shift{.log_ratio = reader.number("log_ratio", -kMostShift, kMostShift),
                         .error = reader.number("error", 1e-3, kMostShift),
                         .points = reader.integer("points", 1)};
  reader.refuse_unknown_keys();
  return shift;
}

bool is_probe(const json& document) { return document.is_object() && document.value("of", json()) == "probe"; }

}  // namespace

MachineProbe read_machine_probe(const json& item, const std::string& where, Issues& issues) {
  text::ObjectReader reader(item, where, issues);
  MachineProbe probe;
  probe.name = read_envelope(reader);
  probe.title = reader.string_or("title", probe.name);
  if (reader.string("of") != "probe") reader.report("of", "write \"probe\"");
  probe.instance = reader.string("instance");
  probe.accelerator = reader.string("accelerator");
  reader.date("date");
  reader.texts("software");
  if (const json* shifts = reader.require("shifts")) {
    text::ObjectReader inner(*shifts, reader.where("shifts"), issues);
    for (std::size_t i = 0; i < calibration::kNumProbed; ++i) {
      const std::string name(calibration::kProbedNames.texts[i]);
      if (const json* shift = inner.find(name)) probe.shifts[i] = read_shift(*shift, inner.where(name), issues);
    }
    inner.refuse_unknown_keys();
  }
  reader.refuse_unknown_keys();
  return probe;
}

std::string machine_probe_name(std::string_view instance) { return catalog_slug(instance) + "-probe"; }

std::optional<MachineProbe> load_machine_probe(const Documents& documents, std::string_view instance) {
  std::optional<MachineProbe> found;
  if (documents.roots().size() < 2) return found;
  std::string first;
  for (const std::string& name : documents.names("calibration")) {
    const ItemFile& item = documents.item("calibration", name);
    if (item.root == 0 || !is_probe(documents.raw(item))) continue;
    MachineProbe probe = load_item(documents, item, read_machine_probe);
    if (catalog_slug(probe.instance) != catalog_slug(instance)) continue;
    if (found)
      throw InputError(item.where() + "/instance",
                       fmt::format("\"{}\" is the instance of {} too; keep one of the two", probe.instance, first));
    first = item.path.string();
    found = std::move(probe);
  }
  return found;
}

text::Json machine_probe_json(const MachineProbe& probe, const std::vector<std::string>& software, Date date) {
  text::Json document = {{"version", 1},
                         {"kind", "calibration"},
                         {"name", probe.name},
                         {"title", probe.title},
                         {"of", "probe"},
                         {"instance", probe.instance},
                         {"accelerator", probe.accelerator},
                         {"date", date_text(date)},
                         {"software", software},
                         {"shifts", text::Json::object()}};
  for (std::size_t i = 0; i < calibration::kNumProbed; ++i)
    if (const auto& shift = probe.shifts[i])
      document["shifts"][std::string(calibration::kProbedNames.texts[i])] = {
          {"log_ratio", text::rounded(shift->log_ratio, kProbeDigits)},
          {"error", text::rounded(shift->error, kProbeDigits)},
          {"points", shift->points}};
  document["provenance"] = {{"source", "measured with the script of fmplan probe, read with fmplan calibrate probe"},
                            {"date", date_text(date)},
                            {"confirmed", true}};
  return document;
}

}  // namespace fmplan::catalog
