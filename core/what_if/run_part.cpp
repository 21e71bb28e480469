#include "core/what_if/run_part.h"

#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "core/base/number_text.h"
#include "core/scenario/scenario_json.h"

namespace fmplan::what_if {
namespace {

using nlohmann::json;
using text::Json;

Json moments_json(const std::vector<const sim::Moments*>& figures) {
  Json moments = Json::array();
  for (const sim::Moments* figure : figures)
    moments.push_back(Json::array({figure->count, figure->mean, figure->squares}));
  return moments;
}

void read_moments(const json& moments, const std::vector<sim::Moments*>& figures) {
  for (std::size_t i = 0; i < figures.size(); ++i)
    *figures[i] = {.count = moments.at(i).at(0).get<std::int64_t>(),
                   .mean = moments.at(i).at(1).get<double>(),
                   .squares = moments.at(i).at(2).get<double>()};
}

Json sums_json(const sim::RunSums& sums) {
  Json written = {{"trials", sums.trials}, {"finished", sums.finished}, {"moments", moments_json(moments_of(sums))}};
  if (sums.held_node_h.count > 0) written["node_moments"] = moments_json(node_moments_of(sums));
  return written;
}

sim::RunSums read_sums(const json& from) {
  sim::RunSums sums;
  sums.trials = from.at("trials").get<std::int64_t>();
  sums.finished = from.at("finished").get<std::int64_t>();
  read_moments(from.at("moments"), moments_of(sums));
  if (from.contains("node_moments")) read_moments(from.at("node_moments"), node_moments_of(sums));
  return sums;
}

Json sketch_json(const QuantileSketch& sketch) {
  Json bins = Json::array();
  for (const auto& [bin, count] : sketch.bins()) bins.push_back(Json::array({bin, count}));
  return {{"least", sketch.least()}, {"most", sketch.most()}, {"bins", bins}};
}

QuantileSketch read_sketch(const json& from) {
  std::map<std::int32_t, std::int64_t> bins;
  for (const json& bin : from.at("bins")) bins[bin.at(0).get<std::int32_t>()] = bin.at(1).get<std::int64_t>();
  // Of no value the least is infinite, which JSON has no number for.
  const json& least = from.at("least");
  return {{bins.begin(), bins.end()},
          least.is_null() ? std::numeric_limits<double>::infinity() : least.get<double>(),
          from.at("most").get<double>()};
}

std::int64_t count_of(const PartFile& part, const std::string& name) {
  return read_content(part, [&](const json&) {
    if (const auto count = parse_integer<std::int64_t>(part.head.arguments.at(name))) return *count;
    throw std::out_of_range("no count");
  });
}

}  // namespace

Stretches stretches_of(const Shard& shard) {
  const auto [begin, end] = items_of(shard, kNumStretches);
  return {static_cast<int>(begin), static_cast<int>(end)};
}

std::map<std::string, std::string> argument_texts(const plan::RunStudyOptions& options) {
  return {{"trials", fmt::format("{}", options.trials)},
          {"trials_per_change", fmt::format("{}", options.trials_per_change)}};
}

plan::RunStudyOptions run_options(const PartFile& part) {
  return {.trials = count_of(part, "trials"),
          .trials_per_change = count_of(part, "trials_per_change"),
          .seed = part.head.seed};
}

Json run_part_json(const sim::RunPart& part) {
  Json stretches = Json::array(), sketches = Json::array();
  for (const sim::RunSums& sums : part.stretches) stretches.push_back(sums_json(sums));
  for (const QuantileSketch* sketch : sketches_of(part.sketches)) sketches.push_back(sketch_json(*sketch));
  return {{"stretches", stretches}, {"sketches", sketches}};
}

sim::RunPart run_part(const PartFile& file) {
  return read_content(file, [&file](const json& from) {
    sim::RunPart part;
    for (const json& sums : from.at("stretches")) part.stretches.push_back(read_sums(sums));
    const auto [begin, end] = stretches_of(file.head.shard);
    if (!part.stretches.empty() && std::ssize(part.stretches) != end - begin) throw std::out_of_range("stretches");
    const auto sketches = sketches_of(part.sketches);
    for (std::size_t i = 0; i < sketches.size(); ++i) *sketches[i] = read_sketch(from.at("sketches").at(i));
    return part;
  });
}

plan::RunStudy joined_run(const std::vector<PartFile>& parts, const plan::RunStudyOptions& options,
                          const catalog::Catalog& catalog, const Watch& watch) {
  std::vector<sim::RunPart> read;
  read.reserve(parts.size());
  for (const PartFile& part : parts) read.push_back(run_part(part));
  const AskedScenario& asked = parts.front().head.asked;
  return study_of_parts(scenario::read_scenario(asked.document, catalog, asked.folder), options, read, watch);
}

}  // namespace fmplan::what_if
