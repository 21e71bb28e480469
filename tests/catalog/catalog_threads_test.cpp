#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "core/catalog/catalog.h"

namespace fmplan::catalog {
namespace catalog_threads_test {

/// Every item of a snapshot, as copies.
struct Everything {
  std::map<std::string, nlohmann::json> documents;
  std::map<std::string, hardware::Accelerator> accelerators;
  std::map<std::string, hardware::Instance> instances;
  std::map<std::string, std::optional<CollectiveProfileItem>> collectives;
  std::map<std::string, std::optional<hardware::PriceList>> prices;
  std::map<std::string, model::Transformer> models;
  std::map<std::string, sim::FrameworkProfile> frameworks;
  std::map<std::string, sim::Recovery> recoveries;
  std::map<std::string, hardware::Storage> storage;
  std::map<std::string, std::optional<GridIntensity>> grids;
  std::vector<sim::FailurePreset> failures;
  std::optional<calibration::StepProfile> steps;
  std::optional<PowerUsage> power;
  std::string version;

  friend bool operator==(const Everything&, const Everything&) = default;
};

template <class Value>
std::optional<Value> copied(const Value* value) {
  return value ? std::optional(*value) : std::nullopt;
}

void ask_for_documents(const Catalog& catalog, Everything& all) {
  for (const CatalogKind& kind : catalog_kinds())
    for (const std::string& name : catalog.names(kind.folder))
      all.documents[std::string(kind.folder) + "/" + name] = catalog.raw(kind.folder, name);
}

void ask_for_machines(const Catalog& catalog, Everything& all) {
  for (const std::string& name : catalog.names("accelerators")) all.accelerators[name] = catalog.accelerator(name);
  for (const std::string& name : catalog.names("instances")) {
    all.instances[name] = catalog.instance(name);
    all.collectives[name] = copied(catalog.collectives_of(name));
    all.prices[name] = copied(catalog.price_list(name));
  }
  for (const std::string& name : catalog.names("storage")) all.storage[name] = catalog.storage(name, 100 * terabyte);
}

void ask_for_practices(const Catalog& catalog, Everything& all) {
  for (const std::string& name : catalog.names("models")) all.models[name] = catalog.model(name);
  for (const std::string& name : catalog.names("frameworks")) all.frameworks[name] = catalog.framework(name);
  for (const std::string& name : catalog.names("recoveries")) all.recoveries[name] = catalog.recovery(name);
  for (const std::string& name : catalog.names("grid")) all.grids[name] = catalog.grid_intensity(name);
  all.failures = catalog.failure_presets();
  all.steps = copied(catalog.step_profile());
  all.power = copied(catalog.power_usage("aws"));
  all.version = catalog.version();
}

using Ask = void (*)(const Catalog&, Everything&);

/// Everything, beginning with the part of that number.
Everything everything(const Catalog& catalog, std::size_t first) {
  constexpr Ask kParts[] = {ask_for_machines, ask_for_practices, ask_for_documents};
  Everything all;
  for (std::size_t i = 0; i < std::size(kParts); ++i) kParts[(first + i) % std::size(kParts)](catalog, all);
  return all;
}

// Two threads for each part to begin with: they meet at every item of it, and at what items of other parts name.
TEST(CatalogSnapshot, GivesThreadsThatAskForEverythingWhatItGivesOne) {
  const Catalog alone = Catalog::shipped();
  const Everything expected = everything(alone, 0);
  ASSERT_GE(expected.instances.size(), 39u);

  constexpr std::size_t kThreads = 6;
  const Catalog shared = Catalog::shipped();
  std::vector<Everything> found(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i)
    threads.emplace_back([&shared, &found, i] { found[i] = everything(shared, i); });
  for (std::thread& thread : threads) thread.join();
  for (const Everything& all : found) EXPECT_TRUE(all == expected);
}

TEST(CatalogSnapshot, ReadsAnItemOnce) {
  const Catalog catalog = Catalog::shipped();
  EXPECT_EQ(&catalog.instance("p5.48xlarge"), &catalog.instance("P5.48XLARGE"));
  EXPECT_EQ(&catalog.framework("megatron"), &catalog.framework("megatron"));
  EXPECT_EQ(catalog.collectives_of("p5.48xlarge"), catalog.collectives_of("p5.48xlarge"));
  EXPECT_EQ(catalog.step_profile(), catalog.step_profile());
}

}  // namespace catalog_threads_test
}  // namespace fmplan::catalog
