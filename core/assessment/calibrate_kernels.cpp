#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/answer/document.h"
#include "core/assessment/calibration.h"
#include "core/assessment/validation_groups.h"
#include "core/base/quantity_text.h"
#include "core/calibration/fit/fit_kernels.h"
#include "core/catalog/catalog.h"
#include "core/catalog/kernel_profile.h"
#include "core/evidence/kernel_rows.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"
#include "core/text/json_writer.h"

namespace fmplan::assessment {

using answer::Align;
using answer::Document;
using answer::Table;

namespace {

using calibration::KernelObservation;

/// The rows of one accelerator, by what is fitted apart.
struct KernelInput {
  catalog::KernelProfileItem item;
  text::Json document;
  std::map<std::string, std::vector<KernelObservation>> products;   ///< by precision
  std::map<std::string, std::vector<KernelObservation>> attention;  ///< by kernel
  std::set<std::string> backends;
  std::vector<std::string> warnings;
};

std::string kernel_name(const catalog::KernelProfileItem& item, const std::string& backend) {
  const catalog::AttentionKernel* kernel = &item.kernel_of(backend);
  for (const auto& [name, candidate] : item.attention_kernels)
    if (&candidate == kernel) return name;
  return item.attention;
}

/// The one accelerator the rows are of, unless it was named.
const catalog::KernelProfileItem& chosen_item(const std::vector<catalog::KernelProfileItem>& items,
                                              const KernelCalibrationQuestion& question,
                                              const std::set<std::string>& gpus) {
  std::set<const catalog::KernelProfileItem*> found;
  std::string listed;
  for (const std::string& gpu : gpus) {
    const catalog::KernelProfileItem* item = catalog::profile_of_gpu(items, gpu);
    if (item != nullptr) found.insert(item);
    listed += (listed.empty() ? "" : ", ") + gpu;
  }
  if (!question.accelerator.empty()) {
    for (const catalog::KernelProfileItem& item : items)
      if (catalog::catalog_slug(item.accelerator) == catalog::catalog_slug(question.accelerator)) return item;
    throw InputError("--accelerator",
                     fmt::format("\"{}\" has no calibration item to be filled in", question.accelerator));
  }
  if (found.size() != 1)
    throw InputError("--accelerator",
                     fmt::format("the rows are of {} accelerators the catalogue knows ({}); name the one to calibrate",
                                 found.size(), listed));
  return **found.begin();
}

KernelInput read_kernel_input(const KernelCalibrationQuestion& question, const catalog::Catalog& catalog) {
  std::vector<evidence::KernelRow> rows;
  KernelInput input;
  std::set<std::string> gpus;
  for (const std::string& file : question.files) {
    evidence::KernelRows read =
        evidence::read_kernel_rows(text::read_text_file(file), std::filesystem::path(file).filename().string());
    for (const text::RefusedRow& refused : read.refused)
      input.warnings.push_back(fmt::format("{}:{}: {}", file, refused.line, refused.reason));
    for (evidence::KernelRow& row : read.rows) {
      gpus.insert(row.gpu);
      rows.push_back(std::move(row));
    }
  }
  const auto items = catalog::load_kernel_profiles(catalog);
  input.item = chosen_item(items, question, gpus);
  input.document =
      text::json_of(nlohmann::ordered_json::parse(text::read_text_file(catalog.file("calibration", input.item.name))));
  const hardware::Accelerator accelerator = catalog.accelerator(input.item.accelerator);
  std::map<std::string, int> skipped;
  for (const evidence::KernelRow& row : rows) {
    const catalog::KernelProfileItem* item = catalog::profile_of_gpu(items, row.gpu);
    const KernelObservation& o = row.observation;
    if (item == nullptr || item->name != input.item.name) {
      ++skipped["of other accelerators"];
    } else if (!dense_peak(accelerator, o.precision)) {
      ++skipped["of " + o.precision + ", which the accelerator has no peak of"];
    } else {
      (o.attention ? input.attention[kernel_name(input.item, o.backend)] : input.products[o.precision]).push_back(o);
      if (!o.backend.empty()) input.backends.insert(o.backend);
    }
  }
  for (const auto& [reason, count] : skipped) input.warnings.push_back(fmt::format("{} rows {}", count, reason));
  if (input.products.empty() && input.attention.empty())
    throw InputError("FILES", fmt::format("hold no row of {}", input.item.accelerator));
  return input;
}

std::string value_text(const calibration::FittedKernelCoefficient& c) {
  if (c.name == "launch") return time_text(c.value * second);
  if (c.name == "fade_work") return flop_text(c.value * flop);
  if (c.name == "peak_rate") return flop_rate_text(c.value * 1e-12 * teraflop_per_second);
  return fmt::format("{:.4g}", c.value);
}

template <class Efficiency>
void add_fit(const std::string& name, const calibration::KernelFit<Efficiency>& fit, Table& errors,
             Table& coefficients) {
  for (const bool held : {true, false}) {
    const calibration::KernelErrors& by_band = held ? fit.held_out_errors : fit.fitted_errors;
    for (std::size_t band = 0; band < calibration::kNumKernelBands; ++band)
      if (by_band[band].num_rows > 0)
        errors.rows.push_back({name, held ? "held out" : "fitted",
                               std::string(calibration::kKernelBandNames.texts[band]),
                               fmt::format("{}", by_band[band].num_rows), percent(by_band[band].median),
                               percent(by_band[band].percentile_90), percent(by_band[band].bias)});
  }
  for (const calibration::FittedKernelCoefficient& c : fit.coefficients)
    coefficients.rows.push_back({name, std::string(c.name), value_text(c),
                                 c.at_bound || !std::isfinite(c.relative_error) ? "–" : percent(c.relative_error),
                                 c.at_bound ? "at its bound" : ""});
}

}  // namespace

Document calibrate_kernels(const KernelCalibrationQuestion& question, const catalog::Catalog& catalog) {
  const KernelInput input = read_kernel_input(question, catalog);
  const hardware::Accelerator accelerator = catalog::measured_accelerator(catalog, input.item);
  const calibration::KernelFitOptions fit_options{.hold_out = !question.fit_all};
  Document document;
  document.warnings = input.warnings;
  Table errors{
      .title = "Error of time, predicted / measured - 1",
      .header = {"kernel", "rows that were", "size", "rows", "median", "90 % below", "bias"},
      .align = {Align::kLeft, Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight},
      .rows = {},
      .notes = {}};
  Table coefficients{.title = "Coefficients",
                     .header = {"kernel", "", "value", "standard error", ""},
                     .align = {Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kLeft},
                     .rows = {},
                     .notes = {"standard errors are relative, from the covariance at the minimum"}};
  catalog::KernelCalibration found;
  found.backends.assign(input.backends.begin(), input.backends.end());
  int num_rows = 0;
  const auto note = [&](const std::string& name, const auto& fit) {
    add_fit(name, fit, errors, coefficients);
    num_rows += fit.num_fitted;
    if (!fit.converged) document.warnings.push_back(name + ": the fit stopped before it converged");
  };
  for (const auto& [precision, rows] : input.products)
    note("gemm " + precision, found.gemm[precision] = fit_gemm(accelerator, precision, rows, fit_options));
  for (const auto& [name, rows] : input.attention) {
    hardware::Accelerator with = accelerator;
    with.attention = input.item.attention_kernels.at(name).efficiency;
    note("attention " + name, found.attention[name] = fit_attention(with, rows, fit_options));
  }
  document.headline = fmt::format("{}: {} kinds of kernel fitted to {} rows", input.item.name,
                                  input.products.size() + input.attention.size(), num_rows);
  document.json = catalog::fitted_kernels_json(input.document, found);
  document.tables = {std::move(errors), std::move(coefficients)};
  return document;
}

}  // namespace fmplan::assessment
