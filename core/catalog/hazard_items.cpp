#include "core/catalog/hazard_items.h"

#include "core/base/quantity_text.h"
#include "core/catalog/item_fields.h"
#include "core/catalog/provenance.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {

HazardItem read_hazard(const nlohmann::json& item, const std::string& where, Issues& issues) {
  constexpr double kSmallest = 1e-6, kLargest = 1e9;  // chosen: outside, the unit is another
  text::ObjectReader reader(item, where, issues);
  read_envelope(reader);
  HazardItem figures;
  const auto keep = [&](const char* key, double value) {
    const Provenance provenance = provenance_of(item, std::string("/") + key);
    figures[key] = {value, provenance.source + (provenance.confirmed ? "" : ", unconfirmed")};
  };
  for (const char* share : {"share", "recognised"})
    if (reader.has(share)) keep(share, reader.share_or(share, 0));
  for (const char* number : {"factor", "slowdown", "shape", "events", "node_days", "window_days"})
    if (reader.has(number)) keep(number, reader.number(number, kSmallest, kLargest));
  for (const char* time : {"repair", "lasts", "notice", "stall"})
    if (reader.has(time)) keep(time, reader.quantity<Seconds>(time, time_units()) / second);
  if (figures.empty()) reader.report("share", "is missing, as are all figures of other names; give at least one");
  reader.refuse_unknown_keys();
  return figures;
}

}  // namespace fmplan::catalog
