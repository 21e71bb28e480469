#include "core/catalog/hazard_items.h"

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/catalog/item_fields.h"
#include "core/catalog/provenance.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {

std::string figure_of_provider(std::string_view figure, std::string_view provider) {
  return fmt::format("{}_of/{}", figure, catalog_slug(provider));
}

HazardItem read_hazard(const nlohmann::json& item, const std::string& where, Issues& issues) {
  constexpr double kSmallest = 1e-6, kLargest = 1e9;  // chosen: outside, the unit is another
  text::ObjectReader reader(item, where, issues);
  read_envelope(reader);
  HazardItem figures;
  const auto keep = [&](const std::string& figure, const std::string& pointer, double value) {
    const Provenance provenance = provenance_of(item, pointer);
    figures[figure] = {value, provenance.source + (provenance.confirmed ? "" : ", unconfirmed")};
  };
  const auto keep_as = [&](const char* key, double value) { keep(key, std::string("/") + key, value); };
  for (const char* share : {"share", "recognised"})
    if (reader.has(share)) keep_as(share, reader.share_or(share, 0));
  for (const char* number : {"factor", "slowdown", "shape", "events", "node_days", "window_days"})
    if (reader.has(number)) keep_as(number, reader.number(number, kSmallest, kLargest));
  for (const char* time : {"repair", "lasts", "notice", "stall"})
    if (reader.has(time)) keep_as(time, reader.quantity<Seconds>(time, time_units()) / second);
  // By provider, as "notice_of/gcp".
  if (const nlohmann::json* table = reader.find("notice_of")) {
    text::ObjectReader inner(*table, reader.where("notice_of"), issues);
    if (table->is_object())
      for (const auto& [provider, notice] : table->items())
        keep(figure_of_provider("notice", provider), "/notice_of/" + provider,
             inner.quantity<Seconds>(provider, time_units()) / second);
  }
  if (figures.empty()) reader.report("share", "is missing, as are all figures of other names; give at least one");
  reader.refuse_unknown_keys();
  return figures;
}

}  // namespace fmplan::catalog
