#include "core/scenario/network_words.h"

#include <algorithm>
#include <span>

#include "core/base/denial.h"
#include "core/base/words.h"

namespace fmplan::scenario {
namespace {

struct Meaning {
  const char* word;
  const char* network;
};

const char* meant(std::string_view words, std::span<const Meaning> meanings) {
  const auto found = std::ranges::find_if(meanings, [&](const Meaning& m) { return affirms_word(words, m.word); });
  return found == meanings.end() ? nullptr : found->network;
}

/// Words of links that name no network: units, cards and their makers, what a rate is of, how switches join, and what
/// stands between.  Not here is what a field of its own says: "sharp", "oversubscribed".
constexpr std::string_view kWordsOfLinks =
    "gb gbps gbit gbits tb tbps tbit gigabit s sec second bit g x "
    "nic nics supernic supernics dpu dpus hca hcas hfi hfis adapter adapters adaptors card cards link links port ports "
    "qsfp osfp connectx cx bluefield bf nvidia mellanox amd intel hpe broadcom thor pensando pollara marvell chelsio "
    "xilinx aws "
    "per each every a one gpu gpus accelerator accelerators chip chips node nodes machine machines server servers host "
    "instance "
    "rail rails plane planes tier tiers leaf spine clos fat tree switch switches non blocking nonblocking lossless "
    "optimized optimised "
    "compute backend back end east west training network networking interconnect fabric scale out internode inter "
    "between rdma gpudirect gdr off "
    "total aggregate full duplex line rate bandwidth single dual "
    "of at with for the to and in on is are no not without two four six eight ten twelve sixteen";

}  // namespace

const char* network_in_words(std::string_view words) {
  // Products before what they run on; InfiniBand's generations before its name, and that before the NICs and Ethernet.
  constexpr Meaning kMeanings[] = {
      {"tcpxo", "gcp-tcpxo"},        {"tcpx", "gcp-tcpx"},      {"spectrum-x", "roce-cx7"},
      {"spectrum x", "roce-cx7"},    {"spectrumx", "roce-cx7"}, {"efa", "efa-v3"},
      {"elastic fabric", "efa-v3"},  {"efav2", "efa-v2"},       {"efav3", "efa-v3"},
      {"efav4", "efa-v4"},           {"roce", "roce-cx7"},      {"rocev2", "roce-cx7"},
      {"slingshot", "slingshot-11"}, {"xdr", "infiniband-xdr"}, {"hdr", "infiniband-hdr"},
      {"edr", "infiniband-edr"},     {"ndr", "infiniband-ndr"}, {"quantum-2", "infiniband-ndr"}};
  constexpr Meaning kEthernet[] = {{"ethernet", "roce-cx7"}, {"gbe", "roce-cx7"}};
  constexpr Meaning kNics[] = {{"cx8", "infiniband-xdr"}, {"connectx-8", "infiniband-xdr"},
                               {"cx6", "infiniband-hdr"}, {"connectx-6", "infiniband-hdr"},
                               {"cx5", "infiniband-edr"}, {"connectx-5", "infiniband-edr"}};
  if (const char* const network = meant(words, kMeanings)) return network;
  const bool infiniband = affirms_word(words, "infiniband") || affirms_word(words, "ib");
  if (!infiniband)
    if (const char* const network = meant(words, kEthernet)) return network;
  if (const char* const network = meant(words, kNics)) return network;
  return infiniband ? "infiniband-ndr" : nullptr;
}

std::optional<std::string> unknown_network_word(std::string_view words) {
  if (network_in_words(words) != nullptr) return std::nullopt;
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  for (std::size_t i = 0; i < words.size();) {
    if (!is_letter(words[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < words.size() && is_letter(words[end])) ++end;
    const bool known = find_word(kWordsOfLinks, words.substr(i, end - i)) != std::string_view::npos;
    while (end < words.size() && (is_letter(words[end]) || is_digit(words[end]))) ++end;  // "cx7", "qsfp112"
    if (!known) return std::string(words.substr(i, end - i));
    i = end;
  }
  return std::nullopt;
}

}  // namespace fmplan::scenario
