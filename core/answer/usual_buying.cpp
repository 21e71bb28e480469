#include "core/answer/usual_buying.h"

#include <algorithm>

#include "core/hardware/price.h"

namespace fmplan::answer {
namespace {

bool states(const std::vector<std::string>& sets, const std::string& path) {
  return std::ranges::any_of(sets, [&](const std::string& set) {
    const std::string stated = set.substr(0, set.find('='));
    return stated == path || stated == "price" || stated == "price.per_node_hour";
  });
}

}  // namespace

std::vector<std::string> buying_sets(const UsualBuying& usual, const std::string& instance,
                                     const std::vector<std::string>& sets, const catalog::Catalog& catalog) {
  std::vector<std::string> found;
  const hardware::PriceList* const prices = catalog.price_list(instance);
  if (!prices) return found;
  if (!usual.region.empty() && std::ranges::count(price_regions(*prices), usual.region) > 0 &&
      !states(sets, "price.region"))
    found.push_back("price.region=" + usual.region);
  const auto sold_so = [&](const hardware::PricePoint& point) { return point.kind == usual.price_kind; };
  if (!usual.price_kind.empty() && std::ranges::any_of(prices->points, sold_so) && !states(sets, "price.kind"))
    found.push_back("price.kind=" + usual.price_kind);
  return found;
}

}  // namespace fmplan::answer
