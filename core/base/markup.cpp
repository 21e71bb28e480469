#include "core/base/markup.h"

namespace fmplan {

void append_markup(std::string& markup, char c) {
  switch (c) {
    case '&': markup += "&amp;"; break;
    case '<': markup += "&lt;"; break;
    case '>': markup += "&gt;"; break;
    case '"': markup += "&quot;"; break;
    default:
      if (static_cast<unsigned char>(c) < 0x20) {
        markup += "\uFFFD";
      } else {
        markup += c;
      }
  }
}

}  // namespace fmplan
