#pragma once

#include "core/scenario/programme.h"

namespace fmplan::programme {

inline hardware::PricePoint price_from(Date on, std::optional<double> dollars_per_hour) {
  std::optional<DollarsPerSecond> price;
  if (dollars_per_hour) price = *dollars_per_hour * dollar / hour;
  return {.region = "ap-northeast-1",
          .kind = "on_demand",
          .valid_from = on,
          .last_seen = {},
          .price = price,
          .source = "a test"};
}

/// So many nodes from one day on, at one price.
inline scenario::Pool pool_of(std::string name, Date from, int nodes, std::optional<double> dollars_per_hour) {
  return {.name = std::move(name),
          .instance = "p5.48xlarge",
          .region = "ap-northeast-1",
          .kind = "on_demand",
          .deliveries = {{.on = from, .nodes = nodes}},
          .returns = {},
          .prices = {.instance = "p5.48xlarge", .points = {price_from(from, dollars_per_hour)}},
          .maintenance = {}};
}

inline scenario::Programme programme_of(Date start, int days, std::vector<scenario::Pool> pools) {
  return {.name = "test",
          .start = start,
          .end = {start.days_since_epoch + days},
          .pools = std::move(pools),
          .organisations = {}};
}

/// Whose one phase takes so many days on some numbers of nodes of a pool.
inline scenario::Project project_of(std::string name, std::string pool, double days, std::vector<int> nodes) {
  scenario::ProjectPhase phase{.kind = scenario::PhaseKind::kData, .name = "work", .duration = days * day};
  phase.nodes = std::move(nodes);
  scenario::Project project{.name = std::move(name), .organisation = "org"};
  project.pools = {std::move(pool)};
  project.phases = {phase};
  return project;
}

}  // namespace fmplan::programme
