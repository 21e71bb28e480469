#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "core/answer/catalog_document.h"
#include "core/catalog/catalog.h"
#include "core/catalog/catalog_path.h"

namespace fmplan::cli {
namespace {

struct CatalogArguments {
  std::string kind;
  std::string name;
  std::string dir;
  std::vector<std::string> words;
};

int run_catalog_list(const CatalogArguments& arguments, const Options& options) {
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  print(arguments.kind.empty() ? answer::kinds_document(catalog)
                               : answer::list_document(catalog, catalog::catalog_kind(arguments.kind)),
        options);
  return kOk;
}

int run_catalog_show(const CatalogArguments& arguments, const Options& options) {
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  print(answer::items_document(catalog, answer::items_named(catalog, arguments.name)), options);
  return kOk;
}

int run_catalog_check(const CatalogArguments& arguments, const Options& options) {
  const bool own = !arguments.dir.empty();
  // Folders that are of no kind are among what is told.
  const catalog::Catalog catalog = own ? catalog::Catalog({catalog::shipped_catalog_dir(), arguments.dir})
                                       : catalog::Catalog::shipped(options.catalog_dir);
  print(answer::check_document(catalog, own), options);
  return kOk;
}

}  // namespace

void add_catalog_command(Command& app, const Options& options) {
  const auto arguments = std::make_shared<CatalogArguments>();
  Command& command = app.add_command("catalog", "The catalogues: what is known, and where it comes from");

  Command& list_command = command.add_command("list", "the kinds, or the items of one kind");
  list_command.add_argument("KIND", &arguments->kind, "accelerators, instances, networks, storage, prices, models, …")
      .required = false;
  list_command.footer = "Examples:\n  fmplan catalog list\n  fmplan catalog list instances";
  list_command.run = [arguments, &options] { return run_catalog_list(*arguments, options); };

  Command& show_command = command.add_command("show", "one item, with the source of every number");
  show_command.add_argument("NAME", &arguments->name, "a name, or KIND/NAME");
  show_command.footer =
      "Examples:\n  fmplan catalog show p5.48xlarge\n  fmplan catalog show accelerators/h100-sxm5-80gb --format json";
  show_command.run = [arguments, &options] { return run_catalog_show(*arguments, options); };

  Command& search_command = command.add_command("search", "items of any kind, by words of their names and titles");
  search_command.add_argument("WORDS", &arguments->words, "an item must have all of them");
  search_command.footer = "Examples:\n  fmplan catalog search h100\n  fmplan catalog search llama 70b";
  search_command.run = [arguments, &options] {
    print(answer::search_document(catalog::Catalog::shipped(options.catalog_dir), arguments->words), options);
    return kOk;
  };

  Command& check_command =
      command.add_command("check", "look for mistakes in the catalogues, or in a folder laid over them");
  check_command.add_argument("DIR", &arguments->dir, "a folder with instances/, prices/, … in it").required = false;
  check_command.footer = "Examples:\n  fmplan catalog check\n  fmplan catalog check ./my-catalog";
  check_command.run = [arguments, &options] { return run_catalog_check(*arguments, options); };
}

}  // namespace fmplan::cli
