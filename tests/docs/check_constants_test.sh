#!/usr/bin/env bash
# The check of the constants must see what it is there to see.  Each case is a file of a small tree.
set -euo pipefail
check=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/check_constants.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# expect pass|fail DESCRIPTION: a file with what stands on stdin.
expect() {
  local outcome=pass
  rm -rf "$work/tree"
  mkdir -p "$work/tree/core/base"
  cat >"$work/tree/core/base/a.cpp"
  "$check" "$work/tree" >"$work/log" 2>&1 || outcome=fail
  if [[ $outcome != "$1" ]]; then
    echo "expected $1, got $outcome: $2"
    cat "$work/log"
    failures=$((failures + 1))
  fi
}

expect pass "a word above, at the end, and above a run of constants" <<'TXT'
/// Columns, chosen.
constexpr int kWidth = 100;

constexpr double kShare = 0.5;  ///< of the time; assumed
// Pixels, chosen to the eye.
constexpr double kLeft = 3;
constexpr double kRight = 4;
int f() {
  static constexpr std::array<double, 2> kTable = {1,
                                                   2};  // by hand
  return kTable[0];
}
TXT
expect pass "counts, texts, names, and what is worked out of others" <<'TXT'
inline constexpr std::size_t kNumKinds = 5;
constexpr std::string_view kDigits = "0123456789";
constexpr const char* kInk = "#1f2937";
constexpr std::pair<const char*, Kind> kKinds[] = {{"fp8", Kind::kFp8}, {"bf16", Kind::kBf16}};
constexpr double kInner = kWidth - 2 * kMargin;
constexpr int ceil_divide(int a, int b) { return (a + b - 1) / b; }
const double share = 0.5;
TXT
expect fail "a number without a word" <<<'constexpr int kWidth = 100;'
expect fail "one in a class" <<'TXT'
class A {
  static constexpr int kNone = -1;
};
TXT
expect fail "one in a function, after its comment" <<'TXT'
/// The width.
int width() {
  constexpr int kWidth = 100;
TXT
expect fail "one with braces" <<<'constexpr Belief kNoise{0.2, 0.3, 1};'
expect fail "a plain constant" <<<'static const std::map<std::string, double> kSizes = {{"half", 2}};'
expect fail "a table of several lines" <<'TXT'
constexpr double kTable[] = {
    1,
    2};
TXT
expect fail "one that a blank line parts from the run that has a word" <<'TXT'
/// Pixels.
constexpr double kLeft = 3;

constexpr double kRight = 4;
TXT
expect fail "one beside another that has a word at its end" <<'TXT'
constexpr double kLeft = 3;  // pixels
constexpr double kRight = 4;
TXT
expect fail "a slash within a text" <<<'constexpr Unit kUnit = {"a//b", 3};'
expect fail "another constant of a class, which is none of ours" <<<'constexpr Pace kPace = {Kind::kFast, 3};'

if "$check" "$work" >/dev/null 2>&1; then
  echo "a tree without sources passes"
  failures=$((failures + 1))
fi
exit $((failures > 0))
