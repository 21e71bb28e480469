#include "gui/model/given_names.h"

#include "core/base/issue.h"
#include "gui/model/comparison_answer.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

void addNames(const nlohmann::json& value, QStringList& names) {
  if (value.is_array())
    for (const nlohmann::json& item : value) addNames(item, names);
  if (!value.is_object()) return;
  for (const auto& [key, item] : value.items()) {
    if (key == "name" && item.is_string())
      names.append(shown(item.get_ref<const std::string&>()));
    else
      addNames(item, names);
  }
}

}  // namespace

QStringList givenNames(const nlohmann::json& document, const std::map<std::string, std::string>& variants) {
  QStringList names;
  addNames(document, names);
  for (const auto& [field, variant] : variants) {
    try {
      names.append(shown(variantName(variant)));
    } catch (const InputError&) {
      // What cannot be read is no side of an answer.
    }
  }
  return names;
}

}  // namespace fmplan::gui
