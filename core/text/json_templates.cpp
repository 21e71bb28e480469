#include "core/text/json_templates.h"

FMPLAN_JSON_TEMPLATES();
