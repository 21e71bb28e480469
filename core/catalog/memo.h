#pragma once

#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>

namespace fmplan::catalog {

/// Values by name, made when first asked for and kept.  Any number of threads may ask; what get() returns stays where
/// it is as long as the memo does.
template <class Value>
class Memo {
 public:
  /// The value of `name`, else what `make` returns; an exception of `make` passes through and leaves nothing behind.
  /// Two threads that ask for the same at once may both make it, and both get the first.
  /// @pre `make` returns equal values for equal names.
  template <class Make>
  const Value& get(const std::string& name, const Make& make) const {
    {
      const std::shared_lock lock(mutex_);
      if (const auto known = values_.find(name); known != values_.end()) return known->second;
    }
    // Not under the lock: what is made may need other values of this memo.
    Value made = make();
    const std::unique_lock lock(mutex_);
    return values_.try_emplace(name, std::move(made)).first->second;
  }

 private:
  mutable std::shared_mutex mutex_;
  mutable std::map<std::string, Value> values_;  // a map: its values do not move
};

}  // namespace fmplan::catalog
