#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace fmplan::sim {

/// Events in order of time, those of one time in order of their number: a binary heap in one array.
class EventQueue {
 public:
  struct Event {
    std::int64_t time_ns = 0;
    std::int32_t number = 0;

    friend auto operator<=>(const Event&, const Event&) = default;
  };

  /// push() does not allocate while there are at most `num_events`.
  void reserve(std::size_t num_events) { heap_.reserve(num_events); }
  bool empty() const { return heap_.empty(); }

  void push(Event event) {
    heap_.push_back(event);
    std::ranges::push_heap(heap_, std::greater<>{});
  }

  /// Takes out the earliest.  @pre !empty().
  Event pop() {
    std::ranges::pop_heap(heap_, std::greater<>{});
    const Event earliest = heap_.back();
    heap_.pop_back();
    return earliest;
  }

 private:
  std::vector<Event> heap_;
};

}  // namespace fmplan::sim
