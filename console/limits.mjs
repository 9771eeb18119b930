// Writes src/api/limits.gen.ts: how large what the API takes may be, and the kinds of
// notices, from docs/openapi.json. `--check`: compares only.
import { readFileSync } from "node:fs";
import { writeGenerated } from "./generated.mjs";

const NAMES = { minimum: "min", maximum: "max", minLength: "minLength", maxLength: "maxLength", maxItems: "maxItems" };
const { components, paths } = JSON.parse(readFileSync(new URL("../docs/openapi.json", import.meta.url), "utf8"));

/** The bounds of a field; those of the type in it where it may be null, too. */
function bounds({ anyOf = [], ...own }) {
  const merged = Object.assign({}, ...anyOf.map(bounds));
  for (const [name, short] of Object.entries(NAMES)) {
    // Ids have no other bound than what a database holds.
    if (typeof own[name] === "number" && Math.abs(own[name]) <= Number.MAX_SAFE_INTEGER) merged[short] = own[name];
  }
  return merged;
}

/** The names of the schemas in a body; of a list those in it, too. */
function named({ $ref, anyOf = [], items }) {
  return [...($ref ? [$ref.split("/").at(-1)] : []), ...anyOf.flatMap(named), ...(items ? named(items) : [])];
}

const ours = Object.entries(paths).filter(([path]) => path.startsWith("/api/v1/"));
const operations = ours.flatMap(([, item]) => Object.values(item));
const found = ({ $ref, ...body }) => ($ref ? components.requestBodies[$ref.split("/").at(-1)] : body);
const bodies = operations.flatMap(({ requestBody }) => Object.values(found(requestBody ?? {}).content ?? {}));
const taken = new Set(bodies.flatMap(({ schema }) => named(schema ?? {})));
// A set that grows is walked to its end: schemas within schemas too.
for (const name of taken) {
  for (const field of Object.values(components.schemas[name]?.properties ?? {})) {
    for (const inner of named(field)) taken.add(inner);
  }
}

const limits = {};
for (const [name, { properties = {} }] of Object.entries(components.schemas)) {
  const fields = Object.entries(properties).map(([field, schema]) => [field, bounds(schema)]);
  const bounded = fields.filter(([, found]) => Object.keys(found).length > 0);
  if (taken.has(name) && bounded.length > 0) limits[name] = Object.fromEntries(bounded);
}

const [{ items: noticeKinds }] = components.schemas.NewWebHook.properties.kinds.anyOf;

const text = `/** Written by limits.mjs from docs/openapi.json: \`npm run generate\`. */
export const LIMITS = ${JSON.stringify(limits, null, 2)} as const;

/** Every kind of notice. */
export const NOTICE_KINDS = ${JSON.stringify(noticeKinds.enum, null, 2)} as const;
`;
writeGenerated("src/api/limits.gen.ts", text);
