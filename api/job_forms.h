#pragma once

/// @file
/// The answer of a job in all its forms, as the one text that the store keeps.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fmplan::api {

/// An answer in one form: "csv" and its bytes.
struct AnswerForm {
  std::string name;  ///< of lower-case letters
  std::string bytes;
};

/// One line, "forms json=120 csv=31\n", and behind it the bytes of each.
std::string packed_forms(const std::vector<AnswerForm>& forms);

/// Where a form lies in such a text.
struct FormPlace {
  std::string name;
  std::int64_t begin = 0, end = 0;

  friend bool operator==(const FormPlace&, const FormPlace&) = default;
};

/// Chosen: the first line has some hundred bytes.
inline constexpr std::size_t kMostFormsLine = 1024;

/// The forms of a text of `size` bytes that begins so.  What does not begin with such a line, or promises more than
/// there is, is JSON alone.
/// @param beginning  kMostFormsLine bytes of it, or all
std::vector<FormPlace> places_of_forms(std::string_view beginning, std::int64_t size);

}  // namespace fmplan::api
