#include "gui/model/place_words.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <QStringList>

#include "gui/model/scenario_fields.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

bool isCount(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Keys whose letters stand for words, as people write them.
std::string writtenOut(std::string word) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kShort = {
      {{"gpu", "GPU"}, {"gpus", "GPUs"}, {"mfu", "MFU"}, {"hfu", "HFU"}, {"co2", "CO2"}, {"pue", "PUE"}}};
  for (const auto& [key, words] : kShort)
    if (word == key) return std::string(words);
  if (word.size() > 1 && word.front() == 'p' && isCount(std::string_view(word).substr(1))) word.front() = 'P';
  return word;
}

/// "project" of "projects", "delivery" of "deliveries".
std::string oneOf(std::string list) {
  if (list.ends_with("ies")) return list.replace(list.size() - 3, 3, "y");
  if (list.ends_with('s')) list.pop_back();
  return list;
}

/// The keys and numbers of a JSON Pointer [RFC 6901].
std::vector<std::string> stepsOf(const std::string& pointer) {
  std::vector<std::string> steps;
  for (std::size_t begin = 1; begin <= pointer.size();) {
    const std::size_t end = std::min(pointer.find('/', begin), pointer.size());
    std::string& step = steps.emplace_back(pointer.substr(begin, end - begin));
    for (const auto& [escaped, plain] : {std::pair("~1", "/"), std::pair("~0", "~")})
      for (std::size_t at = step.find(escaped); at != std::string::npos; at = step.find(escaped, at + 1))
        step.replace(at, 2, plain);
    begin = end + 1;
  }
  return steps;
}

}  // namespace

std::string keyWords(std::string_view key) {
  std::string words, word;
  const auto take = [&] {
    if (!word.empty()) words += (words.empty() ? "" : " ") + writtenOut(std::exchange(word, {}));
  };
  for (const char c : key) {
    if (c == '_' || c == '.')
      take();
    else
      word += c;
  }
  take();
  return words;
}

QString placeWords(const std::string& pointer) {
  if (!pointer.starts_with('/')) return shown(pointer);
  std::string path = pointer.substr(1);
  std::ranges::replace(path, '/', '.');
  if (const QString label = fieldLabel(path); !label.isEmpty()) return label;
  QStringList words;
  const std::vector<std::string> steps = stepsOf(pointer);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i + 1 < steps.size() && isCount(steps[i + 1])) {
      const QString number = QString::number(shown(steps[i + 1]).toULongLong() + 1);
      words.append(QStringLiteral("%1 %2").arg(spoken(keyWords(oneOf(steps[i]))), number));
      ++i;
    } else {
      words.append(spoken(keyWords(steps[i])));
    }
  }
  return words.join(QStringLiteral(" › "));
}

QString problemWords(const Issue& issue) {
  const QString place = placeWords(issue.where);
  return place.isEmpty() ? spoken(issue.message) : QStringLiteral("%1: %2").arg(place, spoken(issue.message));
}

}  // namespace fmplan::gui
