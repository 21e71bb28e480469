#include "core/catalog/kernel_profile.h"
#include "core/text/json_writer.h"

#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/words.h"
#include "core/catalog/item_fields.h"
#include "core/text/json_text.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {
namespace {

using calibration::KernelInterval;
using calibration::KernelIntervals;
using hardware::AttentionEfficiency;
using hardware::GemmEfficiency;
using nlohmann::json;
using text::Json;

/// `word` with nothing of a word's own before or after it, "-", "_" and blanks being the same.
bool holds_whole_word(const std::string& text, const std::string& word) {
  const std::string in = catalog_slug(text);
  const std::string sought = catalog_slug(word);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  for (std::size_t at = in.find(sought); at != std::string::npos; at = in.find(sought, at + 1)) {
    const std::size_t end = at + sought.size();
    if ((at == 0 || !is_letter(in[at - 1])) && (end == in.size() || !is_letter(in[end]))) return true;
  }
  return false;
}

KernelInterval read_kernel_interval(const json& object, const std::string& where, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  KernelInterval interval;
  interval.low_80 = reader.number("low_80", 0.01, 1);
  interval.high_80 = reader.number("high_80", 1, 100);
  interval.low_95 = reader.number("low_95", 0.01, interval.low_80);
  interval.high_95 = reader.number("high_95", interval.high_80, 1000);
  reader.refuse_unknown_keys();
  return interval;
}

KernelIntervals read_intervals(text::ObjectReader& parent, Issues& issues) {
  KernelIntervals intervals;
  const json* object = parent.find("intervals");
  if (!object) return intervals;
  text::ObjectReader reader(*object, parent.where("intervals"), issues);
  for (std::size_t band = 0; band < calibration::kNumKernelBands; ++band) {
    const std::string name(calibration::kKernelBandNames.texts[band]);
    if (const json* entry = reader.find(name))
      intervals[band] = read_kernel_interval(*entry, reader.where(name), issues);
  }
  reader.refuse_unknown_keys();
  return intervals;
}

/// What is told of a fit and not computed with.
void skip_report(text::ObjectReader& reader) {
  for (const char* key : {"errors", "standard_errors", "at_bounds"}) reader.find(key);
}

GemmEfficiency read_gemm_fit(text::ObjectReader& reader) {
  GemmEfficiency gemm;
  gemm.compute = reader.number("compute_efficiency", 1e-3, 1);
  gemm.memory = reader.number("memory_efficiency", 1e-3, 1);
  gemm.launch = reader.quantity<Seconds>("launch", time_units());
  gemm.tile_overhead = reader.number_or("tile_overhead", 0, 0, 1000);
  gemm.wave_share = reader.number_or("wave_share", 0, 0, 1);
  gemm.fill_length = reader.number_or("fill_length", 0, 0, 1e5);
  gemm.split = reader.number_or("split", 0, 0, 1);
  gemm.fade = reader.number_or("fade", 0, 0, 10);
  gemm.fade_work = reader.quantity_or<Flop>("fade_work", flop_units(), gemm.fade_work);
  gemm.conversion_passes = reader.number_or("conversion_passes", 0, 0, 100);
  if (reader.has("median_error")) gemm.median_error = reader.share_or("median_error", 0);
  return gemm;
}

void read_products(text::ObjectReader& parent, KernelProfileItem& item, Issues& issues) {
  const json* object = parent.require("gemm");
  if (!object) return;
  text::ObjectReader reader(*object, parent.where("gemm"), issues);
  for (const char* precision : {"fp32", "fp16", "bf16", "fp8", "fp8_block", "fp4"}) {
    const json* entry = reader.find(precision);
    if (!entry) continue;
    text::ObjectReader inner(*entry, reader.where(precision), issues);
    item.gemm[precision] = read_gemm_fit(inner);
    item.gemm_intervals[precision] = read_intervals(inner, issues);
    skip_report(inner);
    inner.refuse_unknown_keys();
  }
  reader.refuse_unknown_keys();
}

AttentionKernel read_attention_kernel(const json& object, const std::string& where, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  AttentionKernel kernel;
  AttentionEfficiency& e = kernel.efficiency;
  e.peak_rate = reader.quantity<FlopPerSecond>("peak_rate", flop_rate_units());
  e.half_length = reader.number("half_length", 0, 1e6);
  e.backward = reader.number("backward_ratio", 0.05, 2);
  e.least_head_size = reader.number_or("least_head_size", 0, 0, 1024);
  e.head_overhead = reader.number_or("head_overhead", 0, 0, 1000);
  e.fill = reader.number_or("fill", 0, 0, 100);
  e.query_passes = reader.number_or("query_passes", 0, 0, 100);
  e.key_value_passes = reader.number_or("key_value_passes", 0, 0, 100);
  e.launch = reader.quantity_or<Seconds>("launch", time_units(), e.launch);
  kernel.backends = reader.texts("backends");
  kernel.intervals = read_intervals(reader, issues);
  skip_report(reader);
  reader.refuse_unknown_keys();
  return kernel;
}

void read_attention_kernels(text::ObjectReader& parent, KernelProfileItem& item, Issues& issues) {
  const json* object = parent.require("attention");
  if (!object) return;
  text::ObjectReader reader(*object, parent.where("attention"), issues);
  item.attention = reader.string("kernel");
  const json* kernels = reader.require("kernels");
  if (kernels && kernels->is_object())
    for (const auto& [name, entry] : kernels->items())
      item.attention_kernels[name] =
          read_attention_kernel(entry, reader.where("kernels") + "/" + text::pointer_token(name), issues);
  if (kernels && !item.attention_kernels.contains(item.attention))
    reader.report("kernel", fmt::format("\"{}\" is not among the kernels", item.attention));
  item.sdpa = reader.string_or("sdpa", item.attention_kernels.contains("fa2") ? "fa2" : "");
  if (reader.has("sdpa") && !item.attention_kernels.contains(item.sdpa))
    reader.report("sdpa", fmt::format("\"{}\" is not among the kernels", item.sdpa));
  reader.refuse_unknown_keys();
}

void read_memory_kernels(text::ObjectReader& parent, KernelProfileItem& item, Issues& issues) {
  const json* object = parent.find("memory_bound");
  if (!object) return;
  text::ObjectReader reader(*object, parent.where("memory_bound"), issues);
  static constexpr std::array<const char*, hardware::kNumMemoryKernels> kNames = {"norm", "residual", "activation",
                                                                                  "rotary"};
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (reader.has(kNames[i])) item.memory_kernels[i] = reader.number(kNames[i], 0.01, 1);
  reader.refuse_unknown_keys();
}

/// As many as the standard errors justify.
constexpr int kKernelDigits = 4;

Json kernel_interval_json(const KernelInterval& interval) {
  return {{"low_80", text::rounded(interval.low_80, kKernelDigits)},
          {"high_80", text::rounded(interval.high_80, kKernelDigits)},
          {"low_95", text::rounded(interval.low_95, kKernelDigits)},
          {"high_95", text::rounded(interval.high_95, kKernelDigits)}};
}

Json kernel_errors_json(const calibration::KernelErrors& errors) {
  Json object = Json::object();
  for (std::size_t band = 0; band < calibration::kNumKernelBands; ++band)
    if (errors[band].num_rows > 0)
      object[std::string(calibration::kKernelBandNames.texts[band])] = {
          {"rows", errors[band].num_rows},
          {"median", text::rounded(errors[band].median, kKernelDigits)},
          {"p90", text::rounded(errors[band].percentile_90, kKernelDigits)},
          {"bias", text::rounded(errors[band].bias, kKernelDigits)}};
  return object;
}

/// What is told of any fit: errors on rows fitted to and held out, standard errors, coefficients at their bounds,
/// intervals.
template <class Efficiency>
void add_report(Json& object, const calibration::KernelFit<Efficiency>& fit) {
  object["intervals"] = Json::object();
  for (std::size_t band = 0; band < calibration::kNumKernelBands; ++band)
    object["intervals"][std::string(calibration::kKernelBandNames.texts[band])] =
        kernel_interval_json(fit.intervals[band]);
  object["errors"] = {{"fitted", kernel_errors_json(fit.fitted_errors)},
                      {"held_out", kernel_errors_json(fit.held_out_errors)}};
  object["standard_errors"] = Json::object();
  object["at_bounds"] = Json::array();
  for (const auto& c : fit.coefficients) {
    if (c.at_bound)
      object["at_bounds"].push_back(c.name);
    else if (std::isfinite(c.relative_error))
      object["standard_errors"][std::string(c.name)] = text::rounded(c.relative_error, kKernelDigits);
  }
}

Json coefficient_json(const calibration::FittedKernelCoefficient& c) {
  if (c.name == "launch") return fmt::format("{:.4g} us", c.value * 1e6);
  if (c.name == "fade_work") return fmt::format("{:.4g} TFLOP", c.value * 1e-12);
  if (c.name == "peak_rate") return fmt::format("{:.4g} TFLOP/s", c.value * 1e-12);
  return text::rounded(c.value, kKernelDigits);
}

template <class Efficiency>
Json kernel_coefficients_json(const calibration::KernelFit<Efficiency>& fit) {
  Json object = Json::object();
  for (const auto& c : fit.coefficients) object[std::string(c.name)] = coefficient_json(c);
  return object;
}

}  // namespace

const AttentionKernel& KernelProfileItem::kernel_of(const std::string& backend) const {
  for (const auto& [key, kernel] : attention_kernels)
    for (const std::string& word : kernel.backends)
      if (lower_case(backend).find(lower_case(word)) != std::string::npos) return kernel;
  return attention_kernels.at(attention);
}

KernelProfileItem read_kernel_profile(const json& document, const std::string& where, Issues& issues) {
  text::ObjectReader reader(document, where, issues);
  KernelProfileItem item;
  item.name = read_envelope(reader);
  item.title = reader.string_or("title", item.name);
  if (reader.string("of") != "kernels") reader.report("of", "write \"kernels\"");
  item.accelerator = reader.string("accelerator");
  item.gpus = reader.texts("gpus");
  if (reader.has("inherits")) item.inherits = reader.string("inherits");
  read_products(reader, item, issues);
  read_attention_kernels(reader, item, issues);
  read_memory_kernels(reader, item, issues);
  item.backends = reader.texts("backends");
  reader.refuse_unknown_keys();
  return item;
}

std::string kernel_profile_name(std::string_view accelerator) {
  return catalog_slug(accelerator) + std::string(kKernelProfileSuffix);
}

std::vector<KernelProfileItem> load_kernel_profiles(const Documents& documents) {
  std::vector<KernelProfileItem> items;
  Issues issues;
  for (const std::string& name : documents.names("calibration")) {
    const ItemFile& item = documents.item("calibration", name);
    const json& document = documents.raw(item);
    if (document.is_object() && document.value("of", "") == "kernels")
      items.push_back(read_kernel_profile(document, item.where(), issues));
  }
  if (!issues.empty()) throw InputError(std::move(issues));
  return items;
}

const KernelProfileItem* profile_of_gpu(const std::vector<KernelProfileItem>& items, const std::string& gpu) {
  const KernelProfileItem* best = nullptr;
  std::size_t longest = 0;
  const bool card = lower_case(gpu).find("pcie") != std::string::npos;
  for (const KernelProfileItem& item : items) {
    for (const std::string& word : item.gpus) {
      if (card && lower_case(word).find("pcie") == std::string::npos) continue;
      if (word.size() <= longest || !holds_whole_word(gpu, word)) continue;
      longest = word.size();
      best = &item;
    }
  }
  return best;
}

Json fitted_kernels_json(const Json& document, const KernelCalibration& found) {
  Json result = document;
  for (const auto& [precision, fit] : found.gemm) {
    Json object = kernel_coefficients_json(fit);
    if (fit.efficiency.median_error)
      object["median_error"] = text::rounded(*fit.efficiency.median_error, kKernelDigits);
    add_report(object, fit);
    result["gemm"][precision] = std::move(object);
  }
  for (const auto& [name, fit] : found.attention) {
    Json& kernel = result["attention"]["kernels"][name];
    Json object = kernel_coefficients_json(fit);
    object["backward_ratio"] = text::rounded(fit.efficiency.backward, kKernelDigits);
    if (kernel.contains("backends")) object["backends"] = kernel["backends"];
    add_report(object, fit);
    kernel = std::move(object);
  }
  result["backends"] = found.backends;
  return result;
}

}  // namespace fmplan::catalog
