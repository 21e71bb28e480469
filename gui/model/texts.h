#pragma once

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

}  // namespace fmplan::gui
