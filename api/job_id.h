#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>

namespace fmplan::api {

/// 128 bits: who guesses 10⁹ ids a second finds one of 10⁶ jobs after 10¹⁶ years.
using JobIdBits = std::array<std::uint8_t, 16>;

/// Where ids come from; tests hand in one that counts.
using JobIdSource = std::function<JobIdBits()>;

/// From the kernel's generator (getrandom(2)).  @throws std::system_error where there is none.
JobIdBits random_job_id_bits();

/// 32 lower-case hexadecimal digits.
std::string job_id_text(const JobIdBits& bits);

}  // namespace fmplan::api
