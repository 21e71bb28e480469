#include "core/evidence/probe_result.h"

#include <cmath>
#include <optional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/evidence/probe_ratios.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan::evidence {
namespace probe_result_test {

using nlohmann::json;

json shipped_result() { return text::read_json_file(source_dir() + "/tests/golden/inputs/probe_result.json"); }

TEST(ProbeResult, TasksAreReadBackAsTheyWereWritten) {
  const ProbeResult result = read_probe_result(shipped_result(), "r");
  ASSERT_GT(result.measurements.size(), 50u);
  json document = shipped_result();
  for (std::size_t i = 0; i < result.measurements.size(); ++i) {
    json entry = text::parsed(probe_task_json(result.measurements[i].task));
    entry["absent"] = "nothing";
    document["measurements"][i] = entry;
  }
  const ProbeResult again = read_probe_result(document, "r");
  for (std::size_t i = 0; i < result.measurements.size(); ++i)
    EXPECT_EQ(again.measurements[i].task, result.measurements[i].task) << i;
}

// Every value of the file in turn made something else: it is refused, or what is made of it is finite.
TEST(ProbeResult, HostileValuesAreRefusedOrHarmless) {
  const catalog::Catalog catalog = catalog::Catalog::shipped();
  const hardware::Instance& instance = catalog.instance("p5.48xlarge");
  const auto collectives = catalog.collectives_for(instance);
  json good = shipped_result();
  good["measurements"].erase(good["measurements"].begin() + 10, good["measurements"].end());
  const json values = {nullptr,       true,          -1, 0, 1, 1e-300, 1e300, 1.5, 2147483648.0, "", "x",
                       json::array(), json::object()};
  int refused = 0, read = 0;
  const json flat = good.flatten();
  for (const auto& [pointer, old] : flat.items()) {
    for (const json& value : values) {
      json document = good;
      document[json::json_pointer(pointer)] = value;
      std::optional<ProbeResult> result;
      try {
        result = read_probe_result(document, "r");
      } catch (const InputError& error) {
        ++refused;
        EXPECT_FALSE(error.issues().empty());
        continue;
      }
      ++read;
      const auto ratios = probe_ratios(*result, instance, &collectives->profile);
      for (const auto& shift : machine_probe(ratios, instance).shifts)
        if (shift) {
          EXPECT_TRUE(std::isfinite(shift->log_ratio) && std::isfinite(shift->error)) << pointer << value;
        }
    }
  }
  EXPECT_GT(refused, 10 * read / 4);
  EXPECT_GT(read, 0);
}

TEST(ProbeRatios, TellWhyAMeasurementSaysNothing) {
  const catalog::Catalog catalog = catalog::Catalog::shipped();
  const hardware::Instance& instance = catalog.instance("p5.48xlarge");
  const ProbeResult result = read_probe_result(shipped_result(), "r");
  int silent = 0;
  for (const ProbeRatio& ratio : probe_ratios(result, instance, nullptr)) {
    EXPECT_NE(ratio.decides.has_value(), !ratio.why_not.empty());
    silent += ratio.decides ? 0 : 1;
    if (ratio.measurement->task.kind == ProbeKind::kCollective) {
      EXPECT_EQ(ratio.why_not, "no profile predicts this machine's collectives");
    }
  }
  EXPECT_GT(silent, 40);
}

}  // namespace probe_result_test
}  // namespace fmplan::evidence
