#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fmplan::answer {

/// The JSON Schemas of docs/schema that the program carries.
extern const std::string_view kReportSchema;
extern const std::string_view kRunSchema;

/// A number, an amount of money or a day of an answer.
struct SchemaKey {
  std::string key;   ///< "step.breakdown_s.gemm"
  std::string what;  ///< as the schema describes it, or what it stands in
  bool is_date = false;
  bool is_money = false;
};

/// All of a schema, sorted within what they stand in, but for what stands in lists and the question itself.
std::vector<SchemaKey> schema_keys(std::string_view schema);

}  // namespace fmplan::answer
