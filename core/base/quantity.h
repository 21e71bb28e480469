#pragma once

/// @file
/// Physical quantities whose dimension is part of their type.
///
/// The base dimensions are time, data, floating-point operations, energy and money.  A quantity is made by multiplying
/// a number with a unit and read by dividing by one, so that the unit stands beside every number:
///
///     const Bytes checkpoint = 5.3 * terabyte;
///     const double minutes = (checkpoint / (48 * gigabyte_per_second)) / minute;
///
/// Adding seconds to bytes does not compile; bytes divided by bytes per second are seconds.  Counts (layers, tokens,
/// parameters, accelerators) are plain integers; ratios (MFU, PUE, shares) are plain doubles.

#include <compare>

namespace fmplan {

/// Exponents of second, byte, floating-point operation, joule and US dollar.
struct Dimension {
  int time = 0;
  int data = 0;
  int work = 0;
  int energy = 0;
  int money = 0;

  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
};

constexpr Dimension product(Dimension a, Dimension b) {
  return {a.time + b.time, a.data + b.data, a.work + b.work, a.energy + b.energy, a.money + b.money};
}
constexpr Dimension quotient(Dimension a, Dimension b) {
  return {a.time - b.time, a.data - b.data, a.work - b.work, a.energy - b.energy, a.money - b.money};
}

template <Dimension kDimension>
class Quantity {
 public:
  constexpr Quantity() = default;
  /// Prefer `3 * second`; the bare constructor exists for readers of files and for the units below.
  constexpr explicit Quantity(double in_base_units) : value_(in_base_units) {}
  constexpr double in_base_units() const { return value_; }

  constexpr Quantity& operator+=(Quantity other) {
    value_ += other.value_;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity other) {
    value_ -= other.value_;
    return *this;
  }
  constexpr Quantity& operator*=(double factor) {
    value_ *= factor;
    return *this;
  }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.value_ + b.value_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.value_ - b.value_); }
  friend constexpr Quantity operator-(Quantity a) { return Quantity(-a.value_); }
  friend constexpr Quantity operator*(double factor, Quantity a) { return Quantity(factor * a.value_); }
  friend constexpr Quantity operator*(Quantity a, double factor) { return Quantity(a.value_ * factor); }
  friend constexpr Quantity operator/(Quantity a, double divisor) { return Quantity(a.value_ / divisor); }
  friend constexpr auto operator<=>(const Quantity&, const Quantity&) = default;

 private:
  double value_ = 0;
};

namespace internal {
/// A dimensionless result is a plain double.
template <Dimension kDimension>
constexpr auto quantity_or_ratio(double value) {
  if constexpr (kDimension == Dimension{}) {
    return value;
  } else {
    return Quantity<kDimension>(value);
  }
}
}  // namespace internal

template <Dimension kA, Dimension kB>
constexpr auto operator*(Quantity<kA> a, Quantity<kB> b) {
  return internal::quantity_or_ratio<product(kA, kB)>(a.in_base_units() * b.in_base_units());
}
template <Dimension kA, Dimension kB>
constexpr auto operator/(Quantity<kA> a, Quantity<kB> b) {
  return internal::quantity_or_ratio<quotient(kA, kB)>(a.in_base_units() / b.in_base_units());
}
template <Dimension kB>
constexpr auto operator/(double a, Quantity<kB> b) {
  return internal::quantity_or_ratio<quotient(Dimension{}, kB)>(a / b.in_base_units());
}

using Seconds = Quantity<Dimension{.time = 1}>;
using Bytes = Quantity<Dimension{.data = 1}>;
using Flop = Quantity<Dimension{.work = 1}>;
using Joules = Quantity<Dimension{.energy = 1}>;
using Dollars = Quantity<Dimension{.money = 1}>;
using PerSecond = Quantity<Dimension{.time = -1}>;
using BytesPerSecond = Quantity<Dimension{.time = -1, .data = 1}>;
using FlopPerSecond = Quantity<Dimension{.time = -1, .work = 1}>;
using Watts = Quantity<Dimension{.time = -1, .energy = 1}>;
using DollarsPerSecond = Quantity<Dimension{.time = -1, .money = 1}>;
/// Storage rent: money per amount of data and time.
using DollarsPerByteSecond = Quantity<Dimension{.time = -1, .data = -1, .money = 1}>;

inline constexpr Seconds second{1};
inline constexpr Seconds millisecond{1e-3};
inline constexpr Seconds microsecond{1e-6};
inline constexpr Seconds nanosecond{1e-9};
inline constexpr Seconds minute{60};
inline constexpr Seconds hour{3600};
inline constexpr Seconds day{86400};
/// The billing month of cloud price lists: 730 hours.
inline constexpr Seconds billing_month{730 * 3600.0};

inline constexpr Bytes byte{1};
inline constexpr Bytes kilobyte{1e3};
inline constexpr Bytes megabyte{1e6};
inline constexpr Bytes gigabyte{1e9};
inline constexpr Bytes terabyte{1e12};
inline constexpr Bytes kibibyte{1024};
inline constexpr Bytes mebibyte{1024.0 * 1024};
inline constexpr Bytes gibibyte{1024.0 * 1024 * 1024};
inline constexpr Bytes tebibyte{1024.0 * 1024 * 1024 * 1024};

inline constexpr Flop flop{1};
inline constexpr Flop teraflop{1e12};
inline constexpr FlopPerSecond teraflop_per_second{1e12};

inline constexpr BytesPerSecond byte_per_second{1};
inline constexpr BytesPerSecond gigabyte_per_second{1e9};
inline constexpr BytesPerSecond terabyte_per_second{1e12};
inline constexpr BytesPerSecond gigabit_per_second{1e9 / 8};

inline constexpr Joules joule{1};
inline constexpr Joules kilowatt_hour{3.6e6};
inline constexpr Watts watt{1};
inline constexpr Watts kilowatt{1e3};

inline constexpr Dollars dollar{1};
inline constexpr DollarsPerSecond dollar_per_hour{1.0 / 3600};

}  // namespace fmplan
