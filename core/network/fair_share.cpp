#include "core/network/fair_share.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace fmplan::network {

namespace {

/// A stream counts as faster than a link allows only beyond rounding: sums over a link's streams are good to about
/// 1e-13.
constexpr double kRounding = 1e-12;

/// Changes of a link's load between two sums over its streams; each change adds an error of about 1e-16.
constexpr int kSettlesPerSum = 256;

std::uint64_t hash_of(std::span<const int> links) {
  std::uint64_t hash = 0x9e3779b97f4a7c15u;
  for (const int link : links) {
    hash ^= static_cast<std::uint64_t>(link) + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
    hash *= 0xbf58476d1ce4e5b9u;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

int RouteTable::intern(std::span<const int> links) {
  const std::uint64_t hash = hash_of(links);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    if (std::ranges::equal(this->links(it->second), links)) return it->second;
  }
  links_.insert(links_.end(), links.begin(), links.end());
  multiplicity_.resize(links_.size(), 1.0);
  first_.push_back(links_.size());
  by_hash_.emplace(hash, size() - 1);
  return size() - 1;
}

int RouteTable::add(std::span<const int> links, std::span<const double> multiplicity) {
  assert(links.size() == multiplicity.size());
  links_.insert(links_.end(), links.begin(), links.end());
  multiplicity_.insert(multiplicity_.end(), multiplicity.begin(), multiplicity.end());
  first_.push_back(links_.size());
  return size() - 1;
}

std::vector<BytesPerSecond> max_min_rates(std::span<const BytesPerSecond> capacities, const RouteTable& routes,
                                          std::span<const StreamDemand> streams) {
  std::vector<FairShare::Stream> shares;
  shares.reserve(streams.size());
  for (const StreamDemand& stream : streams) shares.push_back({stream.route, stream.priority});
  FairShare fair_share(capacities, routes, shares);
  for (std::size_t s = 0; s < streams.size(); ++s) {
    if (!routes.links(streams[s].route).empty()) fair_share.set_weight(static_cast<int>(s), streams[s].weight);
  }
  fair_share.settle();
  std::vector<BytesPerSecond> rates;
  rates.reserve(streams.size());
  for (std::size_t s = 0; s < streams.size(); ++s) {
    const double level = routes.links(streams[s].route).empty() ? std::numeric_limits<double>::infinity()
                                                                : fair_share.level_bytes_per_s(static_cast<int>(s));
    rates.push_back(level * streams[s].weight * byte_per_second);
  }
  return rates;
}

FairShare::FairShare(std::span<const BytesPerSecond> capacities, const RouteTable& routes,
                     std::span<const Stream> streams)
    : streams_(streams.size()), links_(capacities.size()) {
  for (std::size_t l = 0; l < links_.size(); ++l) links_[l].capacity_bytes_per_s = capacities[l] / byte_per_second;
  for (std::size_t s = 0; s < streams.size(); ++s) {
    const std::span<const int> route = routes.links(streams[s].route);
    const std::span<const double> multiplicity = routes.multiplicity(streams[s].route);
    streams_[s].priority = streams[s].priority;
    streams_[s].first_hop = static_cast<std::uint32_t>(hop_link_.size());
    hop_link_.insert(hop_link_.end(), route.begin(), route.end());
    hop_multiplicity_.insert(hop_multiplicity_.end(), multiplicity.begin(), multiplicity.end());
    streams_[s].end_hop = static_cast<std::uint32_t>(hop_link_.size());
    priorities_.push_back(streams[s].priority);
  }
  std::ranges::sort(priorities_);
  priorities_.erase(std::unique(priorities_.begin(), priorities_.end()), priorities_.end());

  // Every link's list has room for all the hops that could ever be on it, so that nothing is allocated later.
  hop_place_.resize(hop_link_.size());
  visits_.resize(hop_link_.size());
  std::vector<std::uint32_t> num_hops(links_.size(), 0);
  for (const int link : hop_link_) ++num_hops[static_cast<std::size_t>(link)];
  std::uint32_t begin = 0;
  for (std::size_t l = 0; l < links_.size(); ++l) {
    links_[l].list_begin = begin;
    begin += num_hops[l];
  }
}

void FairShare::set_weight(int stream, double weight) {
  StreamState& state = stream_at(stream);
  assert(weight >= 0 && state.first_hop < state.end_hop);
  state.weight = weight;
  if (!state.is_dirty) dirty_streams_.push_back(stream);
  state.is_dirty = true;
}

void FairShare::set_capacity(int link, BytesPerSecond capacity) {
  LinkState& state = link_at(link);
  state.capacity_bytes_per_s = capacity / byte_per_second;
  if (!state.is_dirty) dirty_links_.push_back(link);
  state.is_dirty = true;
}

std::optional<int> FairShare::bottleneck(int stream) const {
  const int link = streams_[static_cast<std::size_t>(stream)].bottleneck;
  return link == kNoLink ? std::nullopt : std::optional(link);
}

BytesPerSecond FairShare::load(int link) const {
  return links_[static_cast<std::size_t>(link)].load_bytes_per_s * byte_per_second;
}

void FairShare::insert(int stream) {
  const StreamState& state = stream_at(stream);
  for (std::uint32_t h = state.first_hop; h < state.end_hop; ++h) {
    LinkState& link = link_at(hop_link_[h]);
    hop_place_[h] = link.list_size;
    visits_[link.list_begin + link.list_size++] = {stream, h};
  }
}

void FairShare::remove(int stream) {
  const StreamState& state = stream_at(stream);
  for (std::uint32_t h = state.first_hop; h < state.end_hop; ++h) {
    LinkState& link = link_at(hop_link_[h]);
    const Visit last = visits_[link.list_begin + --link.list_size];
    visits_[link.list_begin + hop_place_[h]] = last;
    hop_place_[last.hop] = hop_place_[h];
  }
}

/// The link's load from its streams' own rates.
void FairShare::sum_load(LinkState& link) {
  double load = 0;
  for (const Visit& visit : visits(link)) {
    const StreamState& stream = stream_at(visit.stream);
    load += hop_multiplicity_[visit.hop] * stream.settled_weight * stream.level_bytes_per_s;
  }
  link.load_bytes_per_s = load;
  link.num_settles = 0;
}

void FairShare::touch(int index) {
  LinkState& link = link_at(index);
  if (link.touched_in == epoch_) return;
  link.touched_in = epoch_;
  if (++link.num_settles >= kSettlesPerSum) sum_load(link);
  link.free_bytes_per_s = link.capacity_bytes_per_s - link.load_bytes_per_s;
  link.open_weight = 0;
  link.num_open = 0;
  touched_.push_back(index);
}

/// Takes a stream's rate off its links, so that it can be worked out anew.
void FairShare::enter(int index) {
  StreamState& stream = stream_at(index);
  if (stream.entered_in == epoch_) return;
  stream.entered_in = epoch_;
  if (stream.bottleneck != kNoLink) --link_at(stream.bottleneck).num_held;
  stream.bottleneck = kNoLink;
  for (std::uint32_t h = stream.first_hop; h < stream.end_hop; ++h) touch(hop_link_[h]);
  const double rate = stream.settled_weight * stream.level_bytes_per_s;
  for (std::uint32_t h = stream.first_hop; h < stream.end_hop; ++h) {
    link_at(hop_link_[h]).free_bytes_per_s += hop_multiplicity_[h] * rate;
  }
  if (stream.weight > 0) entered_.push_back(index);
}

void FairShare::open(StreamState& stream) {
  stream.is_open = true;
  ++num_open_streams_;
  stream.settled_weight = stream.weight;
  for (std::uint32_t h = stream.first_hop; h < stream.end_hop; ++h) {
    LinkState& link = link_at(hop_link_[h]);
    link.open_weight += hop_multiplicity_[h] * stream.weight;
    ++link.num_open;
  }
}

void FairShare::enter_changed() {
  for (const int index : dirty_streams_) {
    StreamState& stream = stream_at(index);
    stream.is_dirty = false;
    if (stream.weight == stream.settled_weight) continue;
    if (stream.settled_weight == 0) insert(index);
    enter(index);
    if (stream.weight == 0) {
      remove(index);
      stream.settled_weight = 0;
      stream.level_bytes_per_s = 0;
    }
  }
  for (const int index : dirty_links_) {
    LinkState& link = link_at(index);
    link.is_dirty = false;
    for (const Visit& visit : visits(link)) enter(visit.stream);
    // All its streams are in: exactly so, that no rounding flows over a link that is down.
    link.free_bytes_per_s = link.capacity_bytes_per_s;
  }
  dirty_streams_.clear();
  dirty_links_.clear();
}

/// Enters the streams held by touched links, from the `first_link`-th on, whose links are touched in turn.
void FairShare::enter_held_streams(std::size_t first_link) {
  for (std::size_t t = first_link; t < touched_.size(); ++t) {
    const int index = touched_[t];
    LinkState& link = link_at(index);
    if (link.num_held == 0) continue;
    double standing_load = 0;
    for (const Visit& visit : visits(link)) {
      const StreamState& stream = stream_at(visit.stream);
      if (stream.entered_in == epoch_) continue;
      if (stream.bottleneck == index) {
        enter(visit.stream);
      } else {
        standing_load += hop_multiplicity_[visit.hop] * stream.settled_weight * stream.level_bytes_per_s;
      }
    }
    link.free_bytes_per_s = link.capacity_bytes_per_s - standing_load;
    link.num_settles = 0;
  }
}

void FairShare::push_candidate(int index) {
  const LinkState& link = link_at(index);
  if (link.num_open == 0) return;
  heap_.push_back({std::max(link.free_bytes_per_s, 0.0) / link.open_weight, index});
}

namespace {

/// Lowest level on top of the heap; the link's number breaks ties, so that the order is always the same.
constexpr auto kAfter = [](const auto& a, const auto& b) {
  return a.level_bytes_per_s != b.level_bytes_per_s ? a.level_bytes_per_s > b.level_bytes_per_s : a.link > b.link;
};

}  // namespace

/// Moves the heap's first entry down to where its level belongs.
void FairShare::sift_first_candidate() {
  const Candidate moved = heap_.front();
  std::size_t place = 0;
  for (std::size_t child = 1; child < heap_.size(); child = 2 * place + 1) {
    if (child + 1 < heap_.size() && kAfter(heap_[child], heap_[child + 1])) ++child;
    if (!kAfter(moved, heap_[child])) break;
    heap_[place] = heap_[child];
    place = child;
  }
  heap_[place] = moved;
}

void FairShare::drop_first_candidate() {
  heap_.front() = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) sift_first_candidate();
}

/// Takes in the streams on a link about to fill up at `level` that run at a higher one: they must give way.
bool FairShare::admit_faster_streams(int index, double level_bytes_per_s) {
  faster_.clear();
  for (const Visit& visit : visits(link_at(index))) {
    const StreamState& stream = stream_at(visit.stream);
    if (stream.entered_in != epoch_ && stream.level_bytes_per_s > level_bytes_per_s * (1 + kRounding)) {
      faster_.push_back(visit.stream);
    }
  }
  if (faster_.empty()) return false;
  const std::size_t first_link = touched_.size();
  const std::size_t first_stream = entered_.size();
  for (const int stream : faster_) enter(stream);
  enter_held_streams(first_link);
  for (std::size_t s = first_stream; s < entered_.size(); ++s) open(stream_at(entered_[s]));
  for (std::size_t s = first_stream; s < entered_.size(); ++s) {
    const StreamState& stream = stream_at(entered_[s]);
    for (std::uint32_t h = stream.first_hop; h < stream.end_hop; ++h) {
      push_candidate(hop_link_[h]);
      std::ranges::push_heap(heap_, kAfter);
    }
  }
  return true;
}

void FairShare::freeze(int index, double level_bytes_per_s) {
  LinkState& link = link_at(index);
  for (const Visit& visit : visits(link)) {
    StreamState& stream = stream_at(visit.stream);
    if (!stream.is_open) continue;
    stream.is_open = false;
    --num_open_streams_;
    stream.level_bytes_per_s = level_bytes_per_s;
    stream.bottleneck = index;
    ++link.num_held;
    for (std::uint32_t h = stream.first_hop; h < stream.end_hop; ++h) {
      LinkState& other = link_at(hop_link_[h]);
      const double weight = hop_multiplicity_[h] * stream.weight;
      other.free_bytes_per_s -= weight * level_bytes_per_s;
      other.open_weight -= weight;
      --other.num_open;
    }
  }
}

/// Progressive filling of the open streams.  While others freeze, a link's level only rises, so an entry of the heap
/// that has become too low is put back where it belongs when it comes up.
void FairShare::fill() {
  heap_.clear();
  for (const int link : touched_) push_candidate(link);
  std::ranges::make_heap(heap_, kAfter);
  while (num_open_streams_ > 0) {
    const Candidate candidate = heap_.front();
    const LinkState& link = link_at(candidate.link);
    if (link.num_open == 0) {
      drop_first_candidate();
      continue;
    }
    // What a higher priority leaves over may be nothing but rounding.
    const bool is_full = priorities_.size() > 1 && link.free_bytes_per_s < kRounding * link.capacity_bytes_per_s;
    const double level = is_full ? 0 : std::max(link.free_bytes_per_s, 0.0) / link.open_weight;
    if (level > candidate.level_bytes_per_s) {
      heap_.front().level_bytes_per_s = level;
      sift_first_candidate();
      if (heap_.front().link != candidate.link || heap_.front().level_bytes_per_s < level) continue;
    }
    if (priorities_.size() == 1 && admit_faster_streams(candidate.link, level)) continue;
    freeze(candidate.link, level);
    drop_first_candidate();
  }
}

/// Priority by priority over everything, each filling what those before it left.
void FairShare::settle_by_priority() {
  for (std::size_t l = 0; l < links_.size(); ++l) {
    for (const Visit& visit : visits(links_[l])) enter(visit.stream);
  }
  for (const int link : touched_) link_at(link).free_bytes_per_s = link_at(link).capacity_bytes_per_s;
  for (const int priority : priorities_) {
    for (const int index : entered_) {
      if (stream_at(index).priority == priority) open(stream_at(index));
    }
    fill();
  }
}

std::span<const int> FairShare::settle() {
  ++epoch_;
  entered_.clear();
  touched_.clear();
  enter_changed();
  if (priorities_.size() > 1) {
    if (!touched_.empty()) settle_by_priority();
  } else {
    enter_held_streams(0);
    for (const int index : entered_) open(stream_at(index));
    fill();
  }
  for (const int index : touched_) {
    LinkState& link = link_at(index);
    link.load_bytes_per_s = link.list_size == 0 ? 0 : link.capacity_bytes_per_s - link.free_bytes_per_s;
  }
  return entered_;
}

}  // namespace fmplan::network
