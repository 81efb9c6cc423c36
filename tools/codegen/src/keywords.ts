// Keywords that make the generated validators smaller, faster and clearer than plain JSON Schema would. What each reports is turned into
// the standard keyword by packages/core/src/validate/violations.ts.

import type { Ajv, AnySchemaObject, Code, CodeKeywordDefinition, KeywordCxt } from "ajv";
import { _, Name, nil, stringify } from "ajv";
import { getProperty } from "ajv/dist/compile/codegen/index.js";

/** Exactly one of these members is set: a `oneOf` of required members as one comparison, with one fault. It goes before the members. */
const exactlyOne: CodeKeywordDefinition = {
  keyword: "exactlyOne",
  type: "object",
  schemaType: "array",
  before: "required",
  error: { message: "", params: ({ schema }) => _`{members: ${schema.join(", ")}}` },
  code: (cxt) => cxt.fail(_`${countSet(cxt)} !== 1`),
};

/** At most one of these members is set. */
const atMostOne: CodeKeywordDefinition = {
  ...exactlyOne,
  keyword: "atMostOne",
  code: (cxt) => cxt.fail(_`${countSet(cxt)} > 1`),
};

/**
 * The value is of the named type, which has its own check. As the standard one, but the path to the value is put together only where there
 * is a fault; AJV passes it down, which made half of the time of a 50-message task (`npm run bench -- --validate`).
 */
const reference: CodeKeywordDefinition = {
  keyword: "$ref",
  schemaType: "string",
  code(cxt) {
    const { gen, data, schema, it } = cxt;
    const target = it.self.schemas[schema]?.schema;
    if (typeof target === "object" && !("properties" in target) && !JSON.stringify(target).includes("$ref")) {
      inline(cxt, schema, target);
      return;
    }
    const ref = it.self.getSchema(schema);
    if (!ref) throw new Error(`the type ${schema} contains itself, which the generated checks cannot follow yet`);
    const check = gen.scopeValue("validate", { ref });
    cxt.result(_`${check}(${data})`, undefined, () => {
      gen.assign(new Name("vErrors"), _`under(${it.errorPath}, ${check}.errors)`);
      gen.assign(new Name("errors"), 1);
    });
  },
};

/** Maps and values without members are checked where they stand: a call would cost more. */
function inline(cxt: KeywordCxt, name: string, schema: AnySchemaObject): void {
  const valid = cxt.gen.name("valid");
  const topSchemaRef = _`(${stringify(schema)})`;
  cxt.subschema({ schema, dataTypes: [], schemaPath: nil, topSchemaRef, errSchemaPath: name }, valid);
  cxt.ok(valid);
}

/** The value is null or of the named type, which is an object. */
const orNull: CodeKeywordDefinition = {
  keyword: "orNull",
  schemaType: "string",
  error: { message: "", params: _`{}` },
  code(cxt) {
    const { gen, data, schema } = cxt;
    const valid = gen.let("valid", true);
    gen.if(_`${data} !== null`, () => {
      gen.if(
        _`typeof ${data} == "object" && !Array.isArray(${data})`,
        () => cxt.subschema({ schema: { $ref: schema }, dataTypes: [], schemaPath: nil, topSchemaRef: nil, errSchemaPath: schema }, valid),
        () => {
          cxt.error();
          gen.assign(valid, false);
        },
      );
    });
    cxt.ok(valid);
  },
};

/** As the standard one, with the values as text in the fault, so that the schema need not be kept for them. */
const enumeration: CodeKeywordDefinition = {
  keyword: "enum",
  schemaType: "array",
  error: { message: "", params: ({ schema }) => _`{values: ${quoted(schema)}}` },
  code(cxt) {
    const differs = cxt.schema.map((value: string) => _`${cxt.data} !== ${value}`);
    cxt.fail(differs.reduce((all: Code, one: Code) => _`${all} && ${one}`));
  },
};

/** As the standard one for ASCII; lengths are only ever compared with 1, where code points and code units agree. */
const minLength: CodeKeywordDefinition = {
  keyword: "minLength",
  type: "string",
  schemaType: "number",
  error: { message: "", params: ({ schema }) => _`{limit: ${schema}}` },
  code: (cxt) => cxt.fail(_`${cxt.data}.length < ${cxt.schema}`),
};

/** Adds the keywords above, and the values of the tag to what AJV's discriminator reports. */
export function addKeywords(ajv: Ajv): void {
  for (const keyword of [exactlyOne, atMostOne, orNull]) ajv.addKeyword(keyword);
  for (const keyword of [reference, enumeration, minLength]) ajv.removeKeyword(String(keyword.keyword)).addKeyword(keyword);
  const discriminator = ajv.getKeyword("discriminator");
  if (typeof discriminator !== "object" || !("code" in discriminator)) throw new Error("this ajv has no discriminator keyword");
  ajv.removeKeyword("discriminator").addKeyword({
    ...discriminator,
    error: { message: "", params: ({ schema }) => _`{tag: ${schema.propertyName}, values: ${quoted(schema.values)}}` },
  });
}

function countSet({ data, schema }: KeywordCxt): Code {
  const set = schema.map((member: string) => _`+(${data}${getProperty(member)} !== undefined)`);
  return _`(${set.reduce((sum: Code, one: Code) => _`${sum} + ${one}`)})`;
}

function quoted(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}
