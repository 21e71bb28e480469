#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "core/answer/document.h"
#include "core/assessment/validation.h"
#include "core/assessment/validation_groups.h"
#include "core/calibration/fit/fit_kernels.h"
#include "core/catalog/catalog.h"
#include "core/catalog/kernel_profile.h"
#include "core/evidence/kernel_rows.h"
#include "core/text/json_text.h"

namespace fmplan::assessment {

using answer::Document;

namespace {

using text::Json;

/// One row that was predicted.
struct JudgedKernel {
  evidence::KernelRow row;
  std::string accelerator;
  std::string kernel;  ///< "gemm bf16", "attention"
  std::string status;  ///< "fitted", "held out", "unseen"
  std::string band;
  Seconds predicted;
  calibration::KernelInterval interval;  ///< factors on `predicted`

  Judgement judgement() const { return assessment::judgement(predicted / row.observation.time - 1, interval); }
};

struct KernelValidation {
  std::vector<JudgedKernel> judged;
  std::vector<Refusal> refused;
  std::vector<std::string> warnings;
};

/// The rates of one accelerator, resolved once for each precision and attention kernel.
class KernelPredictor {
 public:
  KernelPredictor(const catalog::Catalog& catalog, const catalog::KernelProfileItem& item)
      : item_(item), accelerator_(catalog::measured_accelerator(catalog, item)) {}

  /// Nothing if the accelerator has no such precision.
  std::optional<JudgedKernel> judge(const evidence::KernelRow& row) {
    const calibration::KernelObservation& o = row.observation;
    const std::optional<hardware::KernelRates>& rates = rates_of(o);
    if (!rates) return std::nullopt;
    const auto band = static_cast<std::size_t>(kernel_band(o));
    const calibration::KernelIntervals intervals =
        o.attention ? item_.kernel_of(o.backend).intervals : product_intervals(o.precision);
    return JudgedKernel{.row = row,
                        .accelerator = item_.accelerator,
                        .kernel = o.attention ? "attention" : "gemm " + o.precision,
                        .status = status(o),
                        .band = std::string(kernel_band_name(kernel_band(o))),
                        .predicted = predicted_time(*rates, o),
                        .interval = intervals[band]};
  }

 private:
  const std::optional<hardware::KernelRates>& rates_of(const calibration::KernelObservation& o) {
    const std::string key = o.attention ? "attention " + o.backend : o.precision;
    const auto found = rates_.find(key);
    if (found != rates_.end()) return found->second;
    hardware::Accelerator with = accelerator_;
    if (o.attention) with.attention = item_.kernel_of(o.backend).efficiency;
    return rates_[key] = kernel_rates(with, o.precision);
  }

  calibration::KernelIntervals product_intervals(const std::string& precision) const {
    const auto found = item_.gemm_intervals.find(precision == "fp16" ? "bf16" : precision);
    return found == item_.gemm_intervals.end() ? calibration::KernelIntervals{} : found->second;
  }

  /// Whether a row is one of those the item was fitted to can be said by its backend and its shape only.
  std::string status(const calibration::KernelObservation& o) const {
    const bool known = std::find(item_.backends.begin(), item_.backends.end(), o.backend) != item_.backends.end();
    if (!known || o.backend.empty()) return "unseen";
    return held_out(o) ? "held out" : "fitted";
  }

  const catalog::KernelProfileItem& item_;
  hardware::Accelerator accelerator_;
  std::map<std::string, std::optional<hardware::KernelRates>> rates_;
};

KernelValidation kernel_validation(const ValidationQuestion& question, const catalog::Catalog& catalog) {
  const auto items = catalog::load_kernel_profiles(catalog);
  std::map<std::string, KernelPredictor> predictors;
  KernelValidation result;
  for (const std::string& path : question.files) {
    const std::string file = std::filesystem::path(path).filename().string();
    const evidence::KernelRows read = evidence::read_kernel_rows(text::read_text_file(path), file);
    for (const text::RefusedRow& row : read.refused) result.refused.push_back({file, row});
    result.warnings.insert(result.warnings.end(), read.notes.begin(), read.notes.end());
    for (const evidence::KernelRow& row : read.rows) {
      const catalog::KernelProfileItem* item = catalog::profile_of_gpu(items, row.gpu);
      if (item == nullptr) {
        result.refused.push_back({file, {row.line, fmt::format("gpu \"{}\" is not known", row.gpu)}});
        continue;
      }
      KernelPredictor& predictor = predictors.try_emplace(item->name, catalog, *item).first->second;
      if (auto judged = predictor.judge(row)) {
        result.judged.push_back(std::move(*judged));
      } else {
        result.refused.push_back(
            {file, {row.line, fmt::format("{} has no {} peak", item->accelerator, row.observation.precision)}});
      }
    }
  }
  return result;
}

Json kernel_row_json(const JudgedKernel& row) {
  const auto milliseconds = [&](double factor) { return factor * row.predicted / millisecond; };
  return {{"line", row.row.line},
          {"source_id", row.row.source.empty() ? row.row.observation.backend : row.row.source},
          {"measured", row.row.observation.time / millisecond},
          {"predicted", milliseconds(1)},
          {"low_80", milliseconds(row.interval.low_80)},
          {"high_80", milliseconds(row.interval.high_80)},
          {"low_95", milliseconds(row.interval.low_95)},
          {"high_95", milliseconds(row.interval.high_95)},
          {"gpu", row.row.gpu},
          {"accelerator", row.accelerator},
          {"kernel", row.kernel},
          {"size", row.band},
          {"status", row.status}};
}

Document kernel_validation_document(const KernelValidation& validation, bool with_rows) {
  const auto& judged = validation.judged;
  const auto by = [&](const auto& key) { return grouped(judged, key); };
  const Groups<JudgedKernel> by_kernel =
      by([](const JudgedKernel& r) { return r.kernel + ", " + r.band + ", " + r.status; });
  const Groups<JudgedKernel> by_gpu =
      by([](const JudgedKernel& r) { return r.accelerator + ", " + r.kernel + ", " + r.band; });
  Document document = refusals_document("rows", judged.size(), validation.refused);
  document.warnings = validation.warnings;
  document.json.update(rows_summary_json(all_rows(judged)));
  document.json["by_source"] = groups_json(
      by([](const JudgedKernel& r) { return r.row.source.empty() ? r.row.observation.backend : r.row.source; }),
      "source_id");
  document.json["by_gpu"] = groups_json(by([](const JudgedKernel& r) { return r.row.gpu; }), "gpu");
  document.json["by_kernel"] = groups_json(by_kernel, "kernel");
  document.json["by_accelerator"] = groups_json(by_gpu, "accelerator");
  document.tables.push_back(groups_table("Error of time, predicted / measured - 1", by_kernel));
  document.tables.push_back(groups_table("By accelerator", by_gpu));
  add_refusals_table(document, validation.refused);
  if (with_rows) add_row_results(document, judged, kernel_row_json);
  return document;
}

}  // namespace

Document validate_kernels(const ValidationQuestion& question, const catalog::Catalog& catalog) {
  return kernel_validation_document(kernel_validation(question, catalog), question.with_rows);
}

}  // namespace fmplan::assessment
