#pragma once

/// @file
/// The published description of the interface (OpenAPI 3.1), made of the routes, less the page's own files, and of
/// the schemas of docs/schema.

#include <string>
#include <string_view>
#include <vector>

#include "api/question.h"
#include "api/route.h"
#include "core/text/json_writer.h"

namespace fmplan::api {

/// A file of docs/schema.
struct SchemaFile {
  std::string_view name;  ///< "report" of report.schema.json
  std::string_view text;
};
/// All of them, by name; compiled in.
const std::vector<SchemaFile>& schema_files();

/// The name below /components/schemas of what a question takes: "plan_question".
std::string question_schema_name(const QuestionKind& kind);
/// The name of what it is answered with, bounds that were judged included: "plan_answer".
std::string answer_schema_name(const QuestionKind& kind);

/// The fields of a question as a JSON Schema (2020-12), with references below `place`: what tools of agents take, too.
text::Json question_schema(const QuestionKind& kind, const std::string& place);

/// A file of docs/schema as it stands below `place`: its references lead there.  @pre there is one of this name
text::Json schema_component(std::string_view name, const std::string& place);

text::Json openapi_document(const std::vector<Route>& routes);

}  // namespace fmplan::api
