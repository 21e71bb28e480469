#pragma once

/// @file
/// Requests and responses as plain values (RFC 9110): what routes see of HTTP.

#include <algorithm>
#include <functional>
#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fmplan::api {

struct Header {
  std::string name;  ///< of a request in lower case
  std::string value;

  friend bool operator==(const Header&, const Header&) = default;
};

struct Request {
  std::string method;  ///< "GET"
  std::string path;    ///< decoded, without the query: "/v1/plan"
  std::string query;   ///< after "?", as sent
  std::vector<Header> headers{};
  std::string body{};
  std::string id{};                      ///< told in the answer and in the log
  std::size_t most_bytes = 0;            ///< that its body may have; 0 before that is known
  std::shared_ptr<std::istream> file{};  ///< the body in place of `body`, where it was taken to a file; goes with it

  /// The first header of this name, in lower case; empty if there is none.
  std::string_view header(std::string_view name) const {
    const auto found = std::ranges::find(headers, name, &Header::name);
    return found == headers.end() ? std::string_view() : std::string_view(found->value);
  }
};

/// Takes the pieces of a body that comes bit by bit.  Any thread may call anything.
class BodyWriter {
 public:
  virtual ~BodyWriter() = default;
  /// False once the client has gone, or takes too little.
  virtual bool write(std::string piece) = 0;
  /// After this nothing more comes.
  virtual void end() = 0;
};

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::string body{};
  std::vector<Header> headers{};  ///< beside those that every answer has
  /// Given what takes the body, where that comes bit by bit; must return at once.  Empty: `body` is all of it.
  std::function<void(std::shared_ptr<BodyWriter>)> stream{};
};

/// "%2F" and the like decoded; nothing where a "%" does not begin two hexadecimal digits, or a decoded byte is a
/// control.
std::string percent_decoded(std::string_view text, bool& valid);

/// The fields of "a=1&b=2", decoded; those that cannot be are left out.
std::vector<std::pair<std::string, std::string>> query_fields(std::string_view query);

}  // namespace fmplan::api
