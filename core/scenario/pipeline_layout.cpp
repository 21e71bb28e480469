#include "core/scenario/pipeline_layout.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/text/json_text.h"

namespace fmplan::scenario {
namespace {

using model::StageShare;
using nlohmann::json;

constexpr const char* kExample = "write for instance \"Et*3|(tt|)*29,m|L\"";
constexpr const char* kPieces = "EtmL|";
/// Of a text unrolled: deeper models were never trained.
constexpr std::size_t kMostPieces = 1'000'000;

template <class... Args>
InputError unreadable(fmt::format_string<Args...> message, Args&&... args) {
  return {"", fmt::format(message, std::forward<Args>(args)...)};
}

/// Unrolls repetitions.
class Unroller {
 public:
  explicit Unroller(std::string_view text) : text_(text) {}

  std::string unroll() {
    std::string pieces;
    while (at_ < text_.size()) {
      if (text_[at_] == ',') {
        ++at_;
      } else if (text_[at_] == '(') {
        append(pieces, group(), true);
      } else {
        append(pieces, std::string(1, piece()), false);
      }
    }
    return pieces;
  }

 private:
  char piece() {
    const char c = text_[at_];
    if (std::string_view(kPieces).find(c) == std::string_view::npos)
      throw unreadable("has '{}' at character {}, which is none of E, t, m, L and |; {}", c, at_ + 1, kExample);
    ++at_;
    return c;
  }

  std::string group() {
    const std::size_t end = text_.find(')', at_);
    if (end == std::string_view::npos)
      throw unreadable("has a ( at character {} that nothing closes; {}", at_ + 1, kExample);
    const std::string_view inner = text_.substr(at_ + 1, end - at_ - 1);
    if (inner.find('(') != std::string_view::npos)
      throw unreadable("has a ( inside that at character {}; write groups one after the other", at_ + 1);
    at_ = end + 1;
    return Unroller(inner).unroll();
  }

  void append(std::string& pieces, const std::string& piece, bool is_group) {
    const std::size_t times = repetitions(is_group);
    if (times * std::max<std::size_t>(piece.size(), 1) > kMostPieces - std::min(kMostPieces, pieces.size()))
      throw unreadable("is more than {} layers and stages; use fewer", kMostPieces);
    for (std::size_t i = 0; i < times; ++i) pieces += piece;
  }

  /// "*3" behind a piece or a group; a group must have it.
  std::size_t repetitions(bool must) {
    if (at_ == text_.size() || text_[at_] != '*') {
      if (must) throw unreadable("has a group without the number of times it is repeated; {}", kExample);
      return 1;
    }
    std::size_t times = 0;
    const char* begin = text_.data() + at_ + 1;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), times);
    if (error != std::errc{} || times < 1 || times > kMostPieces)
      throw unreadable("has a * at character {} without a number from 1 to {} behind it; {}", at_ + 1, kMostPieces,
                       kExample);
    at_ = static_cast<std::size_t>(end - text_.data());
    return times;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Embedding, layers, modules, head: in this order, the first and the last once, modules on one stage.
void check_order(const std::string& pieces) {
  std::string order = pieces;
  std::erase(order, '|');
  const auto num = [&](char c) { return std::count(order.begin(), order.end(), c); };
  if (num('E') != 1 || pieces.front() != 'E')
    throw unreadable("does not begin with E, the embedding, and have it once; {}", kExample);
  if (num('L') != 1 || pieces.back() != 'L')
    throw unreadable("does not end with L, head and loss, and have it once; {}", kExample);
  const std::size_t first_module = order.find('m');
  if (first_module == std::string::npos) return;
  if (order.find('t', first_module) != std::string::npos)
    throw unreadable("has layers t behind a module m; modules come behind the last layer, {}", kExample);
  const std::size_t first = pieces.find('m'), last = pieces.rfind('m');
  if (pieces.substr(first, last - first).find('|') != std::string::npos)
    throw unreadable("has modules m on several stages; put them on one, {}", kExample);
}

std::vector<StageShare> stages_of(const std::string& pieces) {
  std::vector<StageShare> layout(1);
  for (const char c : pieces) {
    StageShare& stage = layout.back();
    switch (c) {
      case '|': layout.emplace_back(); break;
      case 'E': stage.embedding = true; break;
      case 'L': stage.head = true; break;
      case 'm': ++stage.mtp_modules; break;
      default: ++stage.num_layers; break;
    }
  }
  return layout;
}

/// Embedding on the first stage, head and modules on the last.
std::vector<StageShare> with_ends(std::vector<StageShare> layout, const model::Transformer& model) {
  if (layout.empty()) return layout;
  layout.front().embedding = layout.back().head = true;
  layout.back().mtp_modules = model.num_mtp_layers;
  return layout;
}

std::vector<StageShare> read_list(const json& list, const std::string& where, const model::Transformer& model,
                                  Issues& issues) {
  std::vector<StageShare> layout;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool whole = list[i].is_number_integer();
    if (!whole || list[i] < 0 || list[i] > kMostPieces) {
      issues.push_back({fmt::format("{}/{}", where, i),
                        fmt::format("{} is no number of layers; write the layers of a stage, for instance 4",
                                    text::value_text(list[i]))});
      return {};
    }
    layout.push_back({.num_layers = list[i].get<int>()});
  }
  if (layout.empty())
    issues.push_back({where, fmt::format("is empty; list the layers of each stage, or {}", kExample)});
  return with_ends(std::move(layout), model);
}

/// Megatron-Core's own rule: `first` and `last` layers, where given, on the ranks at the ends, the rest divided evenly;
/// `embedding` and `head` counted as layers and taken off again.
struct EndsOfSplit {
  std::optional<int> first;
  std::optional<int> last;
  bool embedding = false;
  bool head = false;
};

std::vector<StageShare> split(const EndsOfSplit& ends, const model::ParallelPlan& plan, const model::Transformer& model,
                              const std::string& where, Issues& issues) {
  const int p = plan.pipeline, v = plan.virtual_pipeline;
  const int counted = (ends.embedding ? 1 : 0) + (ends.head ? 1 : 0);
  const int rest = model.num_layers + counted - ends.first.value_or(0) - ends.last.value_or(0);
  const int ranks = p - (ends.first ? 1 : 0) - (ends.last ? 1 : 0);
  const int of_rank = ranks > 0 ? rest / ranks : 0;
  if (rest < 0 || ranks < 0 || of_rank * ranks != rest) {
    issues.push_back({where, fmt::format("leaves {} layers for {} pipeline ranks, which does not divide; change the "
                                         "ends, or {}",
                                         rest, ranks, kExample)});
    return {};
  }
  std::vector<int> of_ranks(static_cast<std::size_t>(p), of_rank);
  if (ends.first) of_ranks.front() = *ends.first;
  if (ends.last) of_ranks.back() = *ends.last;
  std::vector<StageShare> layout;
  for (int chunk = 0; chunk < v; ++chunk)
    for (const int layers : of_ranks) {
      if (layers % v != 0) {
        issues.push_back({where, fmt::format("gives a rank {} layers, which virtual_pipeline {} does not divide; {}",
                                             layers, v, kExample)});
        return {};
      }
      layout.push_back({.num_layers = layers / v});
    }
  layout.front().num_layers -= ends.embedding ? 1 : 0;
  layout.back().num_layers -= ends.head ? 1 : 0;
  if (layout.front().num_layers < 0 || layout.back().num_layers < 0) {
    issues.push_back(
        {where, fmt::format("counts the embedding or the head on a stage that has no layer; {}", kExample)});
    return {};
  }
  return with_ends(std::move(layout), model);
}

std::vector<StageShare> read_split(const json& object, const std::string& where, const model::ParallelPlan& plan,
                                   const model::Transformer& model, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  const std::size_t before = issues.size();
  EndsOfSplit ends;
  const auto layers_of = [&](const char* key, std::optional<int>& layers) {
    if (reader.has(key)) layers = reader.integer(key, 0, static_cast<int>(kMostPieces));
  };
  layers_of("num_layers_in_first_pipeline_stage", ends.first);
  layers_of("num_layers_in_last_pipeline_stage", ends.last);
  ends.embedding = reader.boolean_or("account_for_embedding_in_pipeline_split", false);
  ends.head = reader.boolean_or("account_for_loss_in_pipeline_split", false);
  reader.refuse_unknown_keys();
  if ((ends.first || ends.last) && (ends.embedding || ends.head))
    issues.push_back({where, fmt::format("states layers of the first or last rank and counts embedding or loss as one; "
                                         "do one of the two, or {}",
                                         kExample)});
  if (issues.size() != before || model.num_layers == 0) return {};
  return split(ends, plan, model, where, issues);
}

}  // namespace

std::vector<StageShare> parse_layout(std::string_view text, const std::string& where, Issues& issues) {
  try {
    const std::string pieces = Unroller(text).unroll();
    if (pieces.empty()) throw unreadable("is empty; {}", kExample);
    check_order(pieces);
    return stages_of(pieces);
  } catch (const InputError& error) {
    issues.push_back({where, fmt::format("{} {}", text::value_text(json(text)), error.issues().front().message)});
    return {};
  }
}

std::string layout_text(const std::vector<StageShare>& layout) {
  const auto repeated = [](const char* piece, int times) {
    return times < 2 ? std::string(piece, static_cast<std::size_t>(times)) : fmt::format("{}*{}", piece, times);
  };
  const auto stage_text = [&](const StageShare& stage) {
    return fmt::format("{}{}{}{}", stage.embedding ? "E" : "", repeated("t", stage.num_layers),
                       repeated("m", stage.mtp_modules), stage.head ? "L" : "");
  };
  std::string text;
  for (auto stage = layout.begin(); stage != layout.end();) {
    const auto end = std::find_if(stage, layout.end(), [&](const StageShare& other) { return other != *stage; });
    // The last stage has no | behind it.
    const auto closed = (end == layout.end() ? end - 1 : end) - stage;
    if (closed > 1)
      text += fmt::format("({}|)*{}", stage_text(*stage), closed);
    else if (closed == 1)
      text += stage_text(*stage) + "|";
    if (end == layout.end()) text += stage_text(*stage);
    stage = end;
  }
  return text;
}

int chunks_of_layout(const model::ParallelPlan& plan) {
  const auto num_stages = static_cast<int>(plan.layout.size());
  return num_stages > 0 && num_stages % plan.pipeline == 0 ? num_stages / plan.pipeline : 1;
}

std::vector<StageShare> read_layout(text::ObjectReader& parallel, const model::ParallelPlan& plan,
                                    const model::Transformer& model, Issues& issues) {
  const json* stated = parallel.find("layout");
  if (!stated) return {};
  const std::string where = parallel.where("layout");
  if (stated->is_string()) return parse_layout(stated->get_ref<const std::string&>(), where, issues);
  if (stated->is_array()) return read_list(*stated, where, model, issues);
  if (stated->is_object()) return read_split(*stated, where, plan, model, issues);
  issues.push_back(
      {where, fmt::format("{} is neither a text, a list nor an object; {}", text::value_text(*stated), kExample)});
  return {};
}

}  // namespace fmplan::scenario
