#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace fmplan {

/// A list whose copies share it until one of them is changed: a std::vector that costs next to nothing to copy.
template <typename Value>
class SharedList {
 public:
  using value_type = Value;
  using size_type = std::size_t;
  using const_reference = const Value&;
  using const_iterator = typename std::vector<Value>::const_iterator;
  using iterator = const_iterator;

  SharedList() = default;
  SharedList(std::vector<Value> values)
      : values_(values.empty() ? nullptr : std::make_shared<std::vector<Value>>(std::move(values))) {}
  SharedList(std::initializer_list<Value> values) : SharedList(std::vector<Value>(values)) {}

  operator const std::vector<Value>&() const {
    static const std::vector<Value> kNone;
    return values_ ? *values_ : kNone;
  }
  const_iterator begin() const { return list().begin(); }
  const_iterator end() const { return list().end(); }
  size_type size() const { return list().size(); }
  bool empty() const { return list().empty(); }
  const Value& operator[](std::size_t index) const { return list()[index]; }
  const Value& front() const { return list().front(); }
  const Value& back() const { return list().back(); }

  /// This list's own, whatever becomes of its copies.
  std::vector<Value>& edit() {
    if (!values_ || values_.use_count() > 1) values_ = std::make_shared<std::vector<Value>>(list());
    return *values_;
  }
  void push_back(Value value) { edit().push_back(std::move(value)); }

  friend bool operator==(const SharedList& a, const SharedList& b) {
    return a.values_ == b.values_ || a.list() == b.list();
  }

 private:
  const std::vector<Value>& list() const { return *this; }

  std::shared_ptr<std::vector<Value>> values_;
};

}  // namespace fmplan
