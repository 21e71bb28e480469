#include "core/network/flow_simulation.h"

#include <algorithm>
#include <utility>

#include "core/base/integers.h"
#include "core/network/earliest_times.h"

namespace fmplan::network {

namespace {

/// The flows that wait for each flow, as one flat table.
struct Successors {
  std::vector<std::size_t> first;
  std::vector<int> flows;

  std::span<const int> of(int flow) const {
    return std::span(flows).subspan(first[at(flow)], first[at(flow) + 1] - first[at(flow)]);
  }
};

Successors successors_of(const std::vector<Flow>& flows) {
  Successors successors;
  successors.first.assign(flows.size() + 1, 0);
  for (const Flow& flow : flows) {
    for (const Predecessor& predecessor : flow.predecessors) ++successors.first[at(predecessor.flow) + 1];
  }
  for (std::size_t f = 0; f < flows.size(); ++f) successors.first[f + 1] += successors.first[f];
  successors.flows.resize(successors.first.back());
  std::vector<std::size_t> next(successors.first.begin(), successors.first.end() - 1);
  for (std::size_t f = 0; f < flows.size(); ++f) {
    for (const Predecessor& predecessor : flows[f].predecessors)
      successors.flows[next[at(predecessor.flow)]++] = static_cast<int>(f);
  }
  return successors;
}

/// Flows of one route and priority share one stream: they run at one level, so they end in the order of the level's
/// integral over time at which they will, whatever the level does meanwhile.
struct StreamClock {
  double served_bytes = 0;  ///< per unit of weight, since the stream was last idle; as of `as_of_s`
  double as_of_s = 0;
  double level_bytes_per_s = 0;
  double weight = 0;
  std::uint32_t first_entry = 0;  ///< its part of the entries
  std::uint32_t num_entries = 0;
  std::uint32_t slot = 0;  ///< in the tree of ends, while it is not idle
  bool has_slot = false;
  bool is_touched = false;
};

struct Streams {
  std::vector<FairShare::Stream> shares;
  std::vector<StreamClock> clocks;
  std::vector<int> of_flow;
};

Streams streams_of(const FlowSet& set) {
  Streams streams;
  std::vector<int> order(set.flows.size());
  for (std::size_t f = 0; f < order.size(); ++f) order[f] = static_cast<int>(f);
  const auto key = [&](int flow) { return std::pair(set.flows[at(flow)].route, set.flows[at(flow)].priority); };
  std::ranges::stable_sort(order, {}, key);
  streams.of_flow.resize(set.flows.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || key(order[i]) != key(order[i - 1])) {
      streams.shares.push_back({key(order[i]).first, key(order[i]).second});
      streams.clocks.push_back({.first_entry = static_cast<std::uint32_t>(i)});
    }
    streams.of_flow[at(order[i])] = static_cast<int>(streams.shares.size()) - 1;
  }
  return streams;
}

class Simulation {
 public:
  Simulation(const FlowNetwork& network, const FlowSet& set, const SimulationOptions& options)
      : set_(set),
        options_(options),
        streams_(streams_of(set)),
        share_(network.capacities, set.routes, streams_.shares),
        successors_(successors_of(set.flows)),
        changes_(network.changes),
        ends_(streams_.clocks.size()),
        entries_(set.flows.size()),
        num_done_(set.flows.size(), 0),
        is_under_way_(set.flows.size(), char{0}),
        began_s_(set.flows.size(), 0) {
    std::ranges::stable_sort(changes_, {}, &CapacityChange::at);
    result_.finish.assign(set.flows.size(), FlowResult::kNever);
    result_.busy.assign(set.flows.size(), Seconds{});
    result_.bottleneck.assign(set.flows.size(), std::nullopt);
    stream_in_slot_.reserve(streams_.clocks.size());
  }

  FlowResult run() {
    for (int f = 0; f < static_cast<int>(set_.flows.size()); ++f) start_if_ready(f);
    while (true) {
      now_s_ = next_time();
      if (now_s_ == EarliestTimes::kNever) break;
      end_due_flows();
      start_due_flows();
      while (!instant_.empty() || !ended_.empty()) complete_ended_flows();
      apply_due_changes();
      settle();
    }
    note_what_stops_the_rest();
    return std::move(result_);
  }

 private:
  struct Entry {
    double end_bytes;  ///< of the stream's served_bytes
    int flow;
  };
  struct Start {
    double at_s;
    int flow;
  };
  static constexpr auto kEndsAfter = [](const Entry& a, const Entry& b) {
    return a.end_bytes != b.end_bytes ? a.end_bytes > b.end_bytes : a.flow > b.flow;
  };
  static constexpr auto kStartsAfter = [](const Start& a, const Start& b) {
    return a.at_s != b.at_s ? a.at_s > b.at_s : a.flow > b.flow;
  };

  StreamClock& clock(int stream) { return streams_.clocks[at(stream)]; }
  std::span<Entry> entries(const StreamClock& stream) {
    return std::span(entries_).subspan(stream.first_entry, stream.num_entries);
  }

  double next_time() const {
    double next_s = ends_.earliest();
    if (!starts_.empty()) next_s = std::min(next_s, starts_.front().at_s);
    if (num_changes_done_ < changes_.size()) next_s = std::min(next_s, changes_[num_changes_done_].at / second);
    return next_s;
  }

  void advance(StreamClock& stream) const {
    stream.served_bytes += stream.level_bytes_per_s * (now_s_ - stream.as_of_s);
    stream.as_of_s = now_s_;
  }

  void note_touched(int stream) {
    if (!clock(stream).is_touched) touched_.push_back(stream);
    clock(stream).is_touched = true;
  }

  void end_due_flows() {
    const double limit_s = now_s_ * (1 + options_.simultaneity);
    ends_.visit_until(limit_s, [&](std::size_t slot) { due_.push_back(stream_in_slot_[slot]); });
    for (const int index : due_) {
      StreamClock& stream = clock(index);
      const double due_bytes = stream.served_bytes + stream.level_bytes_per_s * (limit_s - stream.as_of_s);
      advance(stream);
      // The first is due by the tree's word, whatever rounding says here.
      do {
        std::ranges::pop_heap(entries(stream), kEndsAfter);
        const int flow = entries_[stream.first_entry + --stream.num_entries].flow;
        stream.weight = stream.num_entries == 0 ? 0 : stream.weight - set_.flows[at(flow)].weight;
        ended_.push_back(flow);
      } while (stream.num_entries > 0 && entries(stream).front().end_bytes <= due_bytes);
      note_touched(index);
    }
    due_.clear();
  }

  void start_due_flows() {
    while (!starts_.empty() && starts_.front().at_s <= now_s_) {
      std::ranges::pop_heap(starts_, kStartsAfter);
      const int flow = starts_.back().flow;
      starts_.pop_back();
      begin(flow);
    }
  }

  void complete_ended_flows() {
    ended_.insert(ended_.end(), instant_.begin(), instant_.end());
    instant_.clear();
    completing_.swap(ended_);
    for (const int flow : completing_) complete(flow);
    completing_.clear();
  }

  void complete(int flow) {
    ++result_.num_events;
    is_under_way_[at(flow)] = 0;
    result_.busy[at(flow)] += (now_s_ - began_s_[at(flow)]) * second;
    if (++num_done_[at(flow)] == set_.flows[at(flow)].num_rounds) {
      result_.finish[at(flow)] = now_s_ * second;
      result_.bottleneck[at(flow)] = share_.bottleneck(streams_.of_flow[at(flow)]);
    }
    start_if_ready(flow);
    for (const int successor : successors_.of(flow)) start_if_ready(successor);
  }

  bool may_start(int index) const {
    const Flow& flow = set_.flows[at(index)];
    const int round = num_done_[at(index)];
    if (is_under_way_[at(index)] != 0 || round == flow.num_rounds) return false;
    return std::ranges::all_of(flow.predecessors, [&](const Predecessor& predecessor) {
      const int all = set_.flows[at(predecessor.flow)].num_rounds;
      const int needed = predecessor.lag ? std::min(all, round + 1 - *predecessor.lag) : all;
      return num_done_[at(predecessor.flow)] >= needed;
    });
  }

  void start_if_ready(int index) {
    if (!may_start(index)) return;
    const Flow& flow = set_.flows[at(index)];
    is_under_way_[at(index)] = 1;
    const double at_s = std::max(now_s_, flow.start / second) + flow.latency / second;
    // Before the first event nothing begins at once, so that all flows that start at 0 start together.
    if (at_s == now_s_ && result_.num_events > 0) {
      begin(index);
    } else {
      starts_.push_back({at_s, index});
      std::ranges::push_heap(starts_, kStartsAfter);
    }
  }

  void begin(int index) {
    ++result_.num_events;
    began_s_[at(index)] = now_s_;
    const Flow& flow = set_.flows[at(index)];
    if (flow.bytes == Bytes{} || set_.routes.links(flow.route).empty()) {
      instant_.push_back(index);
      return;
    }
    const int stream_index = streams_.of_flow[at(index)];
    StreamClock& stream = clock(stream_index);
    advance(stream);
    if (stream.num_entries == 0) stream.served_bytes = 0;
    entries_[stream.first_entry + stream.num_entries++] = {stream.served_bytes + flow.bytes / byte / flow.weight,
                                                           index};
    std::ranges::push_heap(entries(stream), kEndsAfter);
    stream.weight += flow.weight;
    note_touched(stream_index);
    if (options_.record_rates && stream.level_bytes_per_s > 0) record(stream, index);
  }

  void apply_due_changes() {
    for (; num_changes_done_ < changes_.size(); ++num_changes_done_) {
      const CapacityChange& change = changes_[num_changes_done_];
      if (change.at / second > now_s_) break;
      share_.set_capacity(change.link, change.capacity);
    }
  }

  void settle() {
    for (const int stream : touched_) share_.set_weight(stream, clock(stream).weight);
    const std::span<const int> changed = share_.settle();
    if (!changed.empty()) ++result_.num_settles;
    for (const int index : changed) {
      StreamClock& stream = clock(index);
      const double level = share_.level_bytes_per_s(index);
      if (level == stream.level_bytes_per_s) continue;
      advance(stream);
      stream.level_bytes_per_s = level;
      if (options_.record_rates) {
        for (const Entry& entry : entries(stream)) record(stream, entry.flow);
      }
      if (!stream.is_touched) set_end(index);
    }
    for (const int index : touched_) {
      clock(index).is_touched = false;
      set_end(index);
    }
    touched_.clear();
    ends_.refresh();
  }

  void set_end(int index) {
    StreamClock& stream = clock(index);
    if (stream.num_entries == 0) {
      stream.level_bytes_per_s = 0;
      if (!stream.has_slot) return;
      ends_.set(stream.slot, EarliestTimes::kNever);
      free_slots_.push_back(stream.slot);
      stream.has_slot = false;
      return;
    }
    if (!stream.has_slot) take_slot(index);
    const double missing_bytes = std::max(0.0, entries(stream).front().end_bytes - stream.served_bytes);
    const double level = stream.level_bytes_per_s;
    ends_.set(stream.slot, level > 0 ? stream.as_of_s + missing_bytes / level : EarliestTimes::kNever);
  }

  void take_slot(int index) {
    StreamClock& stream = clock(index);
    if (free_slots_.empty()) {
      free_slots_.push_back(static_cast<std::uint32_t>(stream_in_slot_.size()));
      stream_in_slot_.push_back(0);
    }
    stream.slot = free_slots_.back();
    free_slots_.pop_back();
    stream_in_slot_[stream.slot] = index;
    stream.has_slot = true;
  }

  void record(const StreamClock& stream, int flow) {
    const double rate = stream.level_bytes_per_s * set_.flows[at(flow)].weight;
    result_.rates.push_back({now_s_ * second, flow, rate * byte_per_second});
  }

  void note_what_stops_the_rest() {
    for (std::size_t s = 0; s < streams_.clocks.size(); ++s) {
      for (const Entry& entry : entries(streams_.clocks[s])) {
        result_.busy[at(entry.flow)] = FlowResult::kNever;
        result_.bottleneck[at(entry.flow)] = share_.bottleneck(static_cast<int>(s));
      }
    }
  }

  const FlowSet& set_;
  const SimulationOptions& options_;
  Streams streams_;
  FairShare share_;
  Successors successors_;
  std::vector<CapacityChange> changes_;
  std::size_t num_changes_done_ = 0;

  double now_s_ = 0;
  EarliestTimes ends_;
  std::vector<int> stream_in_slot_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<Entry> entries_;      ///< stream after stream, a heap of its flows under way
  std::vector<Start> starts_;       ///< a heap
  std::vector<int> num_done_;       ///< rounds of each flow
  std::vector<char> is_under_way_;  ///< or waiting out its latency
  std::vector<double> began_s_;

  std::vector<int> due_;
  std::vector<int> ended_;
  std::vector<int> instant_;
  std::vector<int> completing_;
  std::vector<int> touched_;
  FlowResult result_;
};

}  // namespace

Seconds FlowResult::last_finish(int first, int end) const {
  Seconds last;
  for (int f = first; f < end; ++f) last = std::max(last, finish[at(f)]);
  return last;
}

FlowResult simulate(const FlowNetwork& network, const FlowSet& set, const SimulationOptions& options) {
  check_flows(network, set);
  return Simulation(network, set, options).run();
}

}  // namespace fmplan::network
