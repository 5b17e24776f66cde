import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { onceForEach } from "../../../lib/once-for.ts";
import { UsageError } from "../../usage-error.ts";
import { partsOf, pointer } from "../pointer.ts";
import { type CheckedAnswer, checkedAnswers, type SchemaSet, schemaSet } from "./answer-schemas.ts";
import { nearestBranch } from "./nearest-branch.ts";
import { type Objection, objectionOf } from "./wanted.ts";

/** Releases whose schemas come with the package, the newest last: also those that are not spoken here yet. */
export const releasesAtHand = ["3.0", "3.1", "3.2"] as const;
export type ReleaseAtHand = (typeof releasesAtHand)[number];

/** What a release has against one place of an answer. */
export interface SchemaFault extends Objection {
  /** JSON pointer. */
  readonly path: string;
  /** Whether it is the value that the release does not know, and not its kind or its absence. */
  readonly isUnknownValue: boolean;
}

/** The schemas of releases, each opened when it is first asked for. */
export type Schemas = (release: ReleaseAtHand) => AnswerChecks;

export interface AnswerChecks {
  /** Empty where the release has nothing against an answer, or no schema for it. */
  readonly faultsIn: (answer: CheckedAnswer, value: unknown) => readonly SchemaFault[];
}

/** Those of the package are opened once in a process: to compile them takes a second. */
const atHand: Schemas = onceForEach((release) => checksOf(setAtHand(release)));

/** The schemas of the package; those of `folder`, as the public standard publishes them, stand in for every release. */
export function openSchemas(folder?: string): Schemas {
  if (folder === undefined) return atHand;
  const others = checksOf(setIn(folder));
  return () => others;
}

function setAtHand(release: ReleaseAtHand): SchemaSet {
  const file = new URL(`../../../../answer-schemas/${release}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as SchemaSet;
}

function setIn(folder: string): SchemaSet {
  const set = readSet(folder);
  if (Object.keys(set.schemas).length > 0) return set;
  throw new UsageError(
    `${folder} holds no schema of an answer, such as ${checkedAnswers.get_products.schema}.json`,
  );
}

function readSet(folder: string): SchemaSet {
  try {
    return schemaSet("", basename(folder), publishedSchemas(folder));
  } catch (cause) {
    throw new UsageError(`${folder} is no folder of JSON Schemas`, { cause });
  }
}

function checksOf({ schemas }: SchemaSet): AnswerChecks {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    validateSchema: false,
    addUsedSchema: false,
    code: { regExp: shortTextPattern },
  });
  ajv.addFormat("date-time", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i);
  ajv.addFormat("date", /^\d{4}-\d{2}-\d{2}$/);
  ajv.addFormat("uri", (text) => URL.canParse(text));
  ajv.addFormat("email", /^\S+@\S+$/);
  for (const keyword of ["oneOf", "anyOf"] as const) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword(nearestBranch(ajv, keyword));
  }
  for (const [key, schema] of Object.entries(schemas)) ajv.addSchema(schema as object, `/${key}`);
  return {
    faultsIn: (answer, value) => {
      const check = ajv.getSchema(`/${checkedAnswers[answer].schema}`);
      return check === undefined || check(value) === true ? [] : faultsOf(check);
    },
  };
}

/** Characters of a text that patterns read: theirs are not ours, and some take the square of a text's length. */
const longestMatched = 4_000;

/** A pattern that lets a longer text pass: how long a text may be, other rules say. */
function shortTextPattern(pattern: string, flags: string) {
  const expression = new RegExp(pattern, flags);
  return {
    test: (text: string) => text.length > longestMatched || expression.test(text),
    // Ajv keeps patterns by it.
    toString: () => String(expression),
  };
}
shortTextPattern.code = "undefined";

function faultsOf({ errors }: ValidateFunction): readonly SchemaFault[] {
  const faults = (errors ?? []).flatMap((error): SchemaFault[] => {
    const objection = objectionOf(error);
    if (objection === undefined) return [];
    const path = pointer(...partsOf(error.instancePath));
    return [{ ...objection, path, isUnknownValue: objection.rule === "unknown-value" }];
  });
  // Schemas that a shape is composed of say the same of it more than once.
  return [...new Map(faults.map((fault) => [`${fault.path} ${fault.wanted}`, fault])).values()];
}

/** A folder of published JSON Schemas, each by its path without its ending. Rejects what cannot be read or is no JSON. */
export function publishedSchemas(folder: string): ReadonlyMap<string, unknown> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".json"),
  );
  return new Map(
    paths.map((path) => [
      path.replaceAll("\\", "/").replace(/\.json$/, ""),
      JSON.parse(readFileSync(join(folder, path), "utf8")) as unknown,
    ]),
  );
}
