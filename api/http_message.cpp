#include "api/http_message.h"

#include <charconv>
#include <cstddef>

namespace fmplan::api {

std::string percent_decoded(std::string_view text, bool& valid) {
  std::string decoded;
  valid = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char byte = text[i];
    if (byte == '%') {
      unsigned char value = 0;
      const char* const begin = text.data() + i + 1;
      const bool has_two = i + 2 < text.size();
      if (!has_two || std::from_chars(begin, begin + 2, value, 16).ptr != begin + 2) {
        valid = false;
        return {};
      }
      byte = static_cast<char>(value);
      i += 2;
    }
    if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f) {
      valid = false;
      return {};
    }
    decoded += byte;
  }
  return decoded;
}

std::vector<std::pair<std::string, std::string>> query_fields(std::string_view query) {
  std::vector<std::pair<std::string, std::string>> fields;
  while (!query.empty()) {
    const std::string_view field = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), field.size() + 1));
    const std::size_t equals = std::min(field.find('='), field.size());
    bool has_name = false, has_value = true;
    std::string name = percent_decoded(field.substr(0, equals), has_name);
    std::string value;
    if (equals < field.size()) value = percent_decoded(field.substr(equals + 1), has_value);
    if (has_name && has_value && !name.empty()) fields.emplace_back(std::move(name), std::move(value));
  }
  return fields;
}

}  // namespace fmplan::api
