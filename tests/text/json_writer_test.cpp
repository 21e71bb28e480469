#include "core/text/json_writer.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/text/json_conversion.h"

namespace fmplan::text {
namespace json_writer_test {

using nlohmann::ordered_json;

TEST(Json, WritesEveryKindOfValue) {
  const std::optional<double> known = 2.5;
  const std::optional<double> unknown;
  const Json report = {{"null", nullptr},
                       {"true", true},
                       {"int", -3},
                       {"size", std::size_t{7}},
                       {"double", 1.84},
                       {"text", "a\"b"},
                       {"string", std::string("c")},
                       {"view", std::string_view("de").substr(1)},
                       {"known", known},
                       {"unknown", unknown},
                       {"list", std::vector<std::string>{"x", "y"}},
                       {"pair", Json::array({1, "two"})},
                       {"inside", {{"a", 1}, {"b", {{"c", 2}}}}}};
  EXPECT_EQ(report.dump(),
            R"({"null":null,"true":true,"int":-3,"size":7,"double":1.84,"text":"a\"b","string":"c","view":"e",)"
            R"("known":2.5,"unknown":null,"list":["x","y"],"pair":[1,"two"],"inside":{"a":1,"b":{"c":2}}})");
}

TEST(Json, IndentsOneElementALine) {
  const Json report = {{"a", Json::array({1, Json::array(), Json::object()})}, {"b", {{"c", "d"}}}};
  EXPECT_EQ(report.dump(2), R"({
  "a": [
    1,
    [],
    {}
  ],
  "b": {
    "c": "d"
  }
})");
  EXPECT_EQ(report.dump(0), "{\n\"a\": [\n1,\n[],\n{}\n],\n\"b\": {\n\"c\": \"d\"\n}\n}");
}

TEST(Json, BeginsEmptyAsWhatIsFirstPutIntoIt) {
  Json object;
  Json list;
  EXPECT_EQ(object.dump(), "null");
  object["b"] = 1;
  object["a"] = {{"x", nullptr}};
  object["b"] = "again, in its place";
  object["a"]["y"] = 2;
  list.push_back(1);
  list.push_back({{"x", nullptr}});
  EXPECT_EQ(object.dump(), R"({"b":"again, in its place","a":{"x":null,"y":2}})");
  EXPECT_EQ(list.dump(), R"([1,{"x":null}])");
}

TEST(Json, OfAKeyThatStandsTwiceKeepsTheFirst) {
  EXPECT_EQ((Json{{"a", 1}, {"b", 2}, {"a", 3}}).dump(), R"({"a":1,"b":2})");
  EXPECT_EQ((ordered_json{{"a", 1}, {"b", 2}, {"a", 3}}).dump(), R"({"a":1,"b":2})");
}

TEST(Json, UpdatesInPlaceAndAtTheEnd) {
  Json object = {{"a", 1}, {"b", 2}, {"c", 3}};
  object.update({{"d", 4}, {"b", nullptr}});
  EXPECT_EQ(object.dump(), R"({"a":1,"b":null,"c":3,"d":4})");
  object.erase("b");
  object.erase("not there");
  EXPECT_EQ(object.dump(), R"({"a":1,"c":3,"d":4})");
}

TEST(Json, IsReadAsItWasPutTogether) {
  const Json report = {{"fits", true}, {"name", "x"}, {"parts", Json::array({1, 2.5})}, {"none", nullptr}};
  EXPECT_TRUE(report.at("fits").is_bool() && report.at("fits").as_bool());
  EXPECT_TRUE(report.at("name").is_text());
  EXPECT_EQ(report.at("name").as_text(), "x");
  EXPECT_TRUE(report.at("parts").is_array());
  EXPECT_EQ(report.at("parts").size(), 2u);
  EXPECT_TRUE(report.at("parts").at(1).is_number());
  EXPECT_EQ(report.at("parts").at(1).as_double(), 2.5);
  EXPECT_TRUE(report.at("none").is_null());
  EXPECT_TRUE(report.is_object());
  EXPECT_TRUE(report.contains("none"));
  EXPECT_FALSE(report.contains("nothing"));
  EXPECT_FALSE(report.at("name").contains("x"));
  EXPECT_THROW(report.at("nothing"), std::out_of_range);
  EXPECT_THROW(report.at("parts").at(2), std::out_of_range);
  std::string keys;
  for (const auto& [key, value] : report.members()) keys += key + (value.is_null() ? "? " : " ");
  EXPECT_EQ(keys, "fits name parts none? ");
}

TEST(Json, IsEqualByValue) {
  EXPECT_EQ(Json(1), Json(1.0));
  EXPECT_EQ(Json(1u), Json(1));
  EXPECT_NE(Json(1), Json("1"));
  EXPECT_NE(Json(nullptr), Json(false));
  EXPECT_NE(Json(std::numeric_limits<std::uint64_t>::max()), Json(-1));
  EXPECT_EQ((Json{{"a", 1}, {"b", 2}}), (Json{{"a", 1}, {"b", 2}}));
  EXPECT_NE((Json{{"a", 1}, {"b", 2}}), (Json{{"b", 2}, {"a", 1}}));
}

TEST(Json, MayBecomeAPartOfItself) {
  Json moved = {{"inside", {{"a", 1}}}};
  moved = std::move(moved["inside"]);
  EXPECT_EQ(moved.dump(), R"({"a":1})");
  Json copied = {{"inside", {{"a", 1}}}};
  copied = copied["inside"];
  EXPECT_EQ(copied.dump(), R"({"a":1})");
  Json list = Json::array({"first"});
  for (int i = 0; i < 8; ++i) list.push_back(list.at(0));
  EXPECT_EQ(list.at(8).as_text(), "first");
}

TEST(Json, LeavesNullBehindWhenMovedFrom) {
  Json from = {{"a", Json::array({1})}};
  const Json to = std::move(from["a"]);
  EXPECT_EQ(to.dump(), "[1]");
  EXPECT_EQ(from.dump(), R"({"a":null})");
}

TEST(JsonNumbers, AreWrittenAsNlohmannWritesThem) {
  const double inf = std::numeric_limits<double>::infinity();
  const double doubles[] = {0.0,
                            -0.0,
                            1.0,
                            -1.0,
                            0.1,
                            1e-5,
                            1e-4,
                            123456.0,
                            1e14,
                            1e15,
                            1e16,
                            1e24,
                            1e22,
                            9007199254740993.0,
                            5e-324,
                            2.2250738585072014e-308,
                            1.7976931348623157e308,
                            1.0 / 3,
                            inf,
                            -inf,
                            std::nan("")};
  for (const double value : doubles) EXPECT_EQ(Json(value).dump(), ordered_json(value).dump());
  EXPECT_EQ(Json(1e24).dump(), "1e+24");
  EXPECT_EQ(Json(-0.0).dump(), "-0.0");
  EXPECT_EQ(Json(inf).dump(), "null");
  EXPECT_EQ(Json(std::numeric_limits<std::int64_t>::min()).dump(), "-9223372036854775808");
  EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).dump(), "18446744073709551615");
  EXPECT_EQ(Json(std::numeric_limits<unsigned>::max()).dump(), "4294967295");
}

/// The same value for both writers.
struct Twins {
  Json ours;
  ordered_json theirs;
};

/// Characters, what must be escaped, and pieces that are no UTF-8.
std::string any_text(std::mt19937_64& random) {
  constexpr std::array<std::string_view, 16> kPieces = {
      "a",    "é",    "€",        "😀",    "\"",       "\\",           "\n", "\t",
      "\x01", "\x7f", "\xe2\x82", "\xc3", "\xf0\x9f", "\xed\xa0\x80", "/",  "\xff"};
  std::string text;
  for (auto left = random() % 12; left > 0; --left) {
    const std::uint64_t draw = random();
    if (draw % 4 == 0) {
      text += static_cast<char>(draw >> 32 & 0xff);
    } else {
      text += kPieces[(draw >> 32) % kPieces.size()];
    }
  }
  return text;
}

template <class T>
Twins twins(const T& value) {
  return {Json(value), ordered_json(value)};
}

Twins any_value(std::mt19937_64& random, int depth) {
  switch (random() % (depth > 0 ? 9 : 7)) {
    case 0: return twins(nullptr);
    case 1: return twins(random() % 2 == 0);
    case 2: return twins(static_cast<std::int64_t>(random()));
    case 3: return twins(random());
    case 4: return twins(std::bit_cast<double>(random()));
    case 5: return twins(static_cast<double>(random() % 1'000'000) / 1000);
    case 6: return twins(any_text(random));
    case 7: {
      Twins list = {Json::array(), ordered_json::array()};
      for (auto left = random() % 5; left > 0; --left) {
        const Twins element = any_value(random, depth - 1);
        list.ours.push_back(element.ours);
        list.theirs.push_back(element.theirs);
      }
      return list;
    }
    default: {
      Twins object = {Json::object(), ordered_json::object()};
      for (auto left = random() % 5; left > 0; --left) {
        const std::string key = any_text(random);
        const Twins value = any_value(random, depth - 1);
        object.ours[key] = value.ours;
        object.theirs[key] = value.theirs;
      }
      return object;
    }
  }
}

TEST(JsonDump, GivesTheBytesOfNlohmannsForAnyValue) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 5000; ++trial) {
    const auto [ours, theirs] = any_value(random, 5);
    for (const int indent : {-1, 0, 1, 2})
      ASSERT_EQ(ours.dump(indent), theirs.dump(indent, ' ', false, ordered_json::error_handler_t::replace)) << trial;
  }
}

TEST(JsonConversion, ThereAndBackIsTheSameValue) {
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 1000; ++trial) {
    const auto [ours, theirs] = any_value(random, 5);
    const Json converted = json_of(theirs);
    ASSERT_EQ(converted.dump(), ours.dump()) << trial;
    ASSERT_EQ(parsed(converted), nlohmann::json::parse(ours.dump())) << trial;
  }
}

// Of a sorted document the keys stay sorted.
TEST(JsonConversion, KeepsTheOrderOfTheDocument) {
  EXPECT_EQ(json_of(nlohmann::json::parse(R"({"b": [1, 2.0, null], "a": true})")).dump(),
            R"({"a":true,"b":[1,2.0,null]})");
  EXPECT_EQ(json_of(ordered_json::parse(R"({"b": "x", "a": {}})")).dump(), R"({"b":"x","a":{}})");
}

TEST(JsonQuoted, IsTheTextAsAValue) { EXPECT_EQ(json_quoted("a\"\\\n\x1f€\xff"), "\"a\\\"\\\\\\n\\u001f€\uFFFD\""); }

}  // namespace json_writer_test
}  // namespace fmplan::text
