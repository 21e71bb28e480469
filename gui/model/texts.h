#pragma once

#include <map>
#include <string>
#include <string_view>

#include <QString>

namespace fmplan::gui {

/// The core's texts are UTF-8, Qt's are UTF-16.
inline QString shown(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
inline std::string told(const QString& text) {
  const QByteArray bytes = text.toUtf8();
  return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

/// What was typed into a field of that name; empty where there is none.
inline std::string typedText(const std::map<std::string, std::string>& fields, const char* name) {
  const auto found = fields.find(name);
  return found == fields.end() ? std::string() : found->second;
}

}  // namespace fmplan::gui
