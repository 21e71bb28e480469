// The published document as what requests and answers are held against.

import {readFileSync} from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/// "/v1/catalog/{kind}" as an expression that "/v1/catalog/models" matches.
const pattern = path => new RegExp(`^${path.replace(/\{[^}]*\}/g, '[^/]+').replace(/\./g, '\\.')}$`);

export class Document {
  constructor(file) {
    this.json = JSON.parse(readFileSync(file, 'utf8'));
    this.ajv = new Ajv2020({strict: true, strictTypes: false, strictRequired: true, allErrors: false});
    addFormats.default(this.ajv);
    this.ajv.addVocabulary(['components', 'paths']);
    this.ajv.addSchema({$id: 'document', components: this.json.components});
    this.operations = [];
    for (const [path, methods] of Object.entries(this.json.paths))
      for (const [method, operation] of Object.entries(methods))
        this.operations.push({...operation, method: method.toUpperCase(), path, pattern: pattern(path)});
    this.asked = new Set();
    this.num_valid = 0;
  }

  /// The operation of a request; the path without its query.
  operation(method, path) {
    const found = this.operations.filter(one => one.method === method && one.pattern.test(path));
    // A path without parameters comes before one with.
    return found.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
  }

  /// What is wrong with a value; empty if the schema allows it.
  problems(schema, value) {
    const at = schema.$ref ? {$ref: schema.$ref.replace('#', 'document#')} : schema;
    const key = JSON.stringify(at);
    this.validators ??= new Map();
    if (!this.validators.has(key)) this.validators.set(key, this.ajv.compile(at));
    const validate = this.validators.get(key);
    return validate(value) ? '' : this.ajv.errorsText(validate.errors).slice(0, 500);
  }

  /// Why an answer lies outside of the document; empty if it does not.
  outside(method, path, status, type, text) {
    const operation = this.operation(method, path);
    if (!operation) return 'there is no such operation in the document';
    this.asked.add(operation.operationId);
    const family = `${String(status)[0]}XX`;
    let answer = operation.responses[status] ?? operation.responses[family];
    if (!answer) return `the document has no answer ${status} to it`;
    if (answer.$ref) answer = this.json.components.responses[answer.$ref.split('/').pop()];
    if (!answer.content) return text === '' ? '' : `the answer ${status} has a body`;
    const media = answer.content[type.split(';')[0]];
    if (!media) return `the document has no ${type} for ${status}`;
    ++this.num_valid;
    return this.problems(media.schema, type.includes('json') && !type.includes('jsonl') ? JSON.parse(text) : text);
  }
}
