#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace fmplan {

/// A value, or none, that is never changed once it is there, so that copies of what holds it share it: a std::optional
/// that costs next to nothing to copy.  Two are equal where their values are.
template <typename Value>
class Shared {
 public:
  Shared() = default;
  Shared(std::nullopt_t) {}
  Shared(Value value) : value_(std::make_shared<const Value>(std::move(value))) {}

  explicit operator bool() const { return value_ != nullptr; }
  bool has_value() const { return value_ != nullptr; }
  /// @pre has_value()
  const Value& operator*() const { return *value_; }
  const Value* operator->() const { return value_.get(); }
  /// Null where there is none.
  const Value* get() const { return value_.get(); }
  void reset() { value_.reset(); }

  friend bool operator==(const Shared& a, const Shared& b) {
    return a.value_ == b.value_ || (a.value_ && b.value_ && *a.value_ == *b.value_);
  }

 private:
  std::shared_ptr<const Value> value_;
};

}  // namespace fmplan
