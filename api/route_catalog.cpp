#include <fmt/format.h>

#include "api/service_state.h"
#include "core/answer/catalog_document.h"
#include "core/answer/document.h"

namespace fmplan::api {
namespace {

std::string rendered(const answer::Document& document) {
  constexpr int kAnyWidth = 100;  // of tables alone
  return answer::render(document, answer::Format::kJson, false, kAnyWidth);
}

/// Names of the catalogue that there are not are paths that there are not.
template <class Read>
auto found(const Read& read) {
  try {
    return read();
  } catch (const InputError& error) {
    throw Refusal{404, error.issues().front().message};
  }
}

}  // namespace

std::vector<Route> catalog_routes(ServiceState& state) {
  const DocumentedAnswer same{.status = 304, .description = "As it was when this ETag was given."};
  const auto doc = [&same](std::string path, std::string operation, std::string summary, std::string schema,
                           std::vector<PathParameter> parameters) {
    return RouteDoc{.method = "GET",
                    .path = std::move(path),
                    .operation = std::move(operation),
                    .group = "catalogue",
                    .summary = std::move(summary),
                    .answers = {{.description = "As fmplan catalog writes it.", .schema = std::move(schema)}, same},
                    .path_parameters = std::move(parameters),
                    .request_headers = {"If-None-Match"}};
  };
  const PathParameter kind{"kind", "accelerators, instances, models, prices, …"};
  std::vector<Route> routes;
  routes.push_back({doc("/v1/catalog", "listKinds", "What the catalogue holds", "catalog_kinds", {}),
                    [&state](const Request& request, const PathValues&) {
                      return with_tag(request, rendered(answer::kinds_document(state.catalog)));
                    }});
  routes.push_back({doc("/v1/catalog/{kind}", "listItems", "The items of one kind", "catalog_list", {kind}),
                    [&state](const Request& request, const PathValues& values) {
                      return with_tag(request, found([&] {
                                        return rendered(answer::list_document(
                                            state.catalog, catalog::catalog_kind(values.front().second)));
                                      }));
                    }});
  routes.push_back({doc("/v1/catalog/{kind}/{name}", "showItem", "One item, with the source of every number",
                        "catalog_show", {kind, {"name", "Of the item."}}),
                    [&state](const Request& request, const PathValues& values) {
                      return with_tag(
                          request, found([&] {
                            const catalog::CatalogKind& of = catalog::catalog_kind(values[0].second);
                            state.catalog.file(of.folder, values[1].second);  // throws if there is none
                            return rendered(answer::items_document(state.catalog, {{&of, values[1].second}}));
                          }));
                    }});
  return routes;
}

}  // namespace fmplan::api
