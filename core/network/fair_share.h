#pragma once

/// @file
/// Max–min fair sharing of links: how fast each stream of bytes runs when routes meet.
///
/// An allocation is max–min fair when no stream can be given more without taking from one that has no more than it.  It
/// is unique, and it is what progressive filling yields: raise the level of all streams together; where a link fills
/// up, its streams stay at the level reached, and the others go on [Bertsekas & Gallager, Data Networks, §6.5.2].  A
/// stream of weight w runs at w times its level.  Neglected: packets, queues, and the time congestion control needs to
/// settle.

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/quantity.h"

namespace fmplan::network {

/// Routes as one flat table.  A hop is a link with the number of times the route loads it: 1, but for a route that
/// stands for several symmetric ones (see fold()), whose hop counts all that share the link.
class RouteTable {
 public:
  RouteTable() = default;

  /// The number of the route over these links; the same links in the same order give the same number.
  int intern(std::span<const int> links);
  /// A route whose hops count `multiplicity` times each; always a new number.
  int add(std::span<const int> links, std::span<const double> multiplicity);

  int size() const { return static_cast<int>(first_.size()) - 1; }
  std::span<const int> links(int route) const { return slice(links_, route); }
  std::span<const double> multiplicity(int route) const { return slice(multiplicity_, route); }
  std::size_t num_hops() const { return links_.size(); }

 private:
  template <typename T>
  std::span<const T> slice(const std::vector<T>& all, int route) const {
    const auto index = static_cast<std::size_t>(route);
    return std::span<const T>(all).subspan(first_[index], first_[index + 1] - first_[index]);
  }

  std::vector<std::size_t> first_{0};
  std::vector<int> links_;
  std::vector<double> multiplicity_;
  std::unordered_multimap<std::uint64_t, int> by_hash_;
};

/// A stream of bytes over a route, as max_min_rates() takes it.
struct StreamDemand {
  int route = 0;
  double weight = 1;  ///< its part where streams share a link: twice the weight, twice the rate
  int priority = 0;   ///< streams of a lower number are served first, the rest share what is left

  friend bool operator==(const StreamDemand&, const StreamDemand&) = default;
};

/// The max–min fair rate of every stream, by progressive filling.  A stream over no link at all runs at infinite rate;
/// one over a link of capacity 0 at 0.
/// @pre routes name links that exist; capacities ≥ 0; weights > 0.
std::vector<BytesPerSecond> max_min_rates(std::span<const BytesPerSecond> capacities, const RouteTable& routes,
                                          std::span<const StreamDemand> streams);

/// Keeps the max–min fair levels of a fixed set of streams while their weights come and go.
///
/// settle() works out again only what a change can reach: the streams held by a link whose load changed, the streams
/// held by the links those run over, and so on (rates of lower level than the change are out of its reach).  Others are
/// taken in only where a link fills up below their level.  The result is the global allocation, up to rounding; the
/// sums of each link's rates are taken anew often enough that rounding does not pile up.  Same calls, same bits.
class FairShare {
 public:
  /// One stream, of weight 0 yet, per entry.  Where not all priorities are the same, settle() works everything out
  /// again.
  struct Stream {
    int route = 0;
    int priority = 0;

    friend bool operator==(const Stream&, const Stream&) = default;
  };

  /// @pre streams name routes that exist, routes links that exist; capacities ≥ 0.
  FairShare(std::span<const BytesPerSecond> capacities, const RouteTable& routes, std::span<const Stream> streams);

  /// @pre weight ≥ 0; the stream's route has a hop.
  void set_weight(int stream, double weight);
  void set_capacity(int link, BytesPerSecond capacity);

  /// Works out the levels.  Returns the streams of positive weight whose level may have changed; valid until the next
  /// call.
  std::span<const int> settle();

  /// Bytes per second and unit of weight; as of the last settle().
  double level_bytes_per_s(int stream) const { return streams_[static_cast<std::size_t>(stream)].level_bytes_per_s; }
  /// The link that holds the stream at its level: full, and no stream on it has a higher level.
  std::optional<int> bottleneck(int stream) const;
  /// What the link carries, as of the last settle().
  BytesPerSecond load(int link) const;

 private:
  struct StreamState {
    double weight = 0;
    double settled_weight = 0;  ///< the weight that the links' loads contain
    double level_bytes_per_s = 0;
    std::uint32_t first_hop = 0;
    std::uint32_t end_hop = 0;
    int bottleneck = kNoLink;
    int priority = 0;
    std::uint32_t entered_in = 0;  ///< the epoch in which it was last among those to be worked out
    bool is_open = false;          ///< in settle(): its level is still to be found
    bool is_dirty = false;
  };
  struct LinkState {
    double capacity_bytes_per_s = 0;
    double load_bytes_per_s = 0;
    double free_bytes_per_s = 0;  ///< in settle(): what is left beside the streams whose level stands
    double open_weight = 0;       ///< in settle(): of streams whose level is to be found
    std::uint32_t list_begin = 0;
    std::uint32_t list_size = 0;
    int num_open = 0;     ///< in settle(): hops of streams whose level is to be found
    int num_held = 0;     ///< streams outside the work whose bottleneck this is
    int num_settles = 0;  ///< since the load was last summed
    std::uint32_t touched_in = 0;
    bool is_dirty = false;
  };
  struct Visit {
    int stream;
    std::uint32_t hop;
  };
  struct Candidate {
    double level_bytes_per_s;
    int link;
  };
  static constexpr int kNoLink = -1;  ///< of none

  StreamState& stream_at(int stream) { return streams_[static_cast<std::size_t>(stream)]; }
  LinkState& link_at(int link) { return links_[static_cast<std::size_t>(link)]; }
  std::span<Visit> visits(const LinkState& link) { return std::span(visits_).subspan(link.list_begin, link.list_size); }

  void insert(int stream);
  void remove(int stream);
  void touch(int index);
  void enter(int index);
  void open(StreamState& stream);
  void enter_changed();
  void enter_held_streams(std::size_t first_link);
  void sum_load(LinkState& link);
  void settle_by_priority();
  void fill();
  void push_candidate(int index);
  void sift_first_candidate();
  void drop_first_candidate();
  bool admit_faster_streams(int index, double level_bytes_per_s);
  void freeze(int index, double level_bytes_per_s);

  std::vector<StreamState> streams_;
  std::vector<LinkState> links_;
  std::vector<int> hop_link_;
  std::vector<double> hop_multiplicity_;
  std::vector<std::uint32_t> hop_place_;  ///< of the hop in its link's list
  std::vector<Visit> visits_;             ///< link after link, the active streams on it
  std::vector<int> priorities_;           ///< in order; one only in the usual case
  std::uint32_t epoch_ = 0;

  std::vector<int> dirty_streams_;
  std::vector<int> dirty_links_;
  std::vector<int> entered_;
  std::vector<int> touched_;
  std::vector<int> faster_;
  std::vector<Candidate> heap_;  ///< links with open streams by a level that is not above the one they fill up at
  int num_open_streams_ = 0;
};

}  // namespace fmplan::network
