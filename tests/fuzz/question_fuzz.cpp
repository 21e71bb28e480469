// The body of a question over HTTP: read, its texts taken apart, and its problems placed in the body.  The first byte
// chooses the question, the rest is the body.

#include <span>

#include "api/question.h"
#include "core/text/json_text.h"
#include "tests/fuzz/fuzz_input.h"

namespace {

using namespace fmplan;

/// All that an answer may ask of a field.
void take(const api::Asked& asked, const api::QuestionField& field) {
  if (!asked.has(field.name)) return;
  switch (field.kind) {
    case api::FieldKind::kScenario:
    case api::FieldKind::kProgramme:
    case api::FieldKind::kDocument: asked.document(field.name); break;
    case api::FieldKind::kSides: asked.documents(field.name); break;
    case api::FieldKind::kText: asked.text(field.name); break;
    case api::FieldKind::kTexts: asked.texts(field.name); break;
    case api::FieldKind::kFlag: asked.flag(field.name); break;
    case api::FieldKind::kCount: asked.count_or(field.name, 0); break;
    case api::FieldKind::kNumber: asked.number_or(field.name, 0); break;
    case api::FieldKind::kSets:
      asked.sets(field.name);
      asked.lists(field.name);
      break;
    case api::FieldKind::kVariants: asked.variants(field.name); break;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span<const api::QuestionKind> kinds = api::question_kinds();
  const api::QuestionKind& kind = kinds[data[0] % kinds.size()];
  fuzz::expect_input_errors_only([&] {
    const nlohmann::json body = text::parse_json(fuzz::text_of(data + 1, size - 1), "body");
    const api::Asked asked = api::read_question(kind, body);
    for (const api::QuestionField& field : kind.fields) take(asked, field);
    try {
      // Reads the question whole, scenario and all, and computes next to nothing.
      if (kind.work_s) kind.work_s(asked, {.catalog = fuzz::shipped_catalog()});
    } catch (const InputError& error) {
      for (const Issue& issue : api::in_body(error.issues(), kind, body))
        if (!issue.where.empty() && issue.where.front() != '/') std::abort();
    }
  });
  return 0;
}
