#include "core/base/shared_library.h"

#include <stdexcept>

#include <dlfcn.h>
#include <fmt/format.h>

namespace fmplan {

SharedLibrary::SharedLibrary(const char* name) : name_(name), handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr)
    throw std::runtime_error(fmt::format("{} cannot be loaded: {}; install the package that has it", name, dlerror()));
}

SharedLibrary::Function SharedLibrary::find(const char* name) const {
  void* const found = dlsym(handle_, name);
  if (found == nullptr) throw std::runtime_error(fmt::format("{} has no {}: it is of another version", name_, name));
  return Function(found);
}

}  // namespace fmplan
