import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Ajv } from "ajv";
import { z } from "zod";
import { tasks } from "../src/protocol/tasks/index.ts";
import { names, type PublicRelease, publicReleases } from "../src/protocol/tasks/names.ts";
import type { RecordedAnswer } from "../src/sandbox/record-call.ts";
import type { Spoken } from "../test/stories/whole-life.ts";

/** A folder of the public standard's own JSON Schemas, as one release publishes them. */
export interface PublicSchemas {
  /** `3.1.19`. */
  readonly version: string;
  /** Undefined for one that is not spoken here. */
  readonly release: PublicRelease | undefined;
  /** The schema of a task's requests or answers, by the task's name in the contract. */
  readonly schemaOf: (task: string, kind: "request" | "response") => string;
  /** What a schema, such as `media-buy/create-media-buy-request`, has against a value: empty where nothing. */
  readonly errors: (schema: string, value: unknown) => string[];
}

const identified = z.looseObject({ $id: z.string() });
const indexed = z.looseObject({ [names.adcp.versionField]: z.string() });

/**
 * Throws where the folder is none of schemas. What is published in part is named behind a whole folder, joined by `+`: its files count
 * in place of the other's.
 */
export function openSchemas(named: string): PublicSchemas {
  const [folder = "", ...newer] = named.split("+");
  const whole = indexed.parse(JSON.parse(readFileSync(join(folder, "index.json"), "utf8")));
  const base = whole[names.adcp.versionField];
  const version = newer.length > 0 ? basename(newer.at(-1) ?? "") : base;
  const read = (path: string): unknown => {
    const from = newer.findLast((one) => existsSync(join(one, path))) ?? folder;
    return JSON.parse(readFileSync(join(from, path), "utf8").replaceAll(`/${base}/`, `/${version}/`));
  };
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat("date-time", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/);
  ajv.addFormat("date", /^\d{4}-\d{2}-\d{2}$/);
  ajv.addFormat("uri", (text) => URL.canParse(text));
  ajv.addFormat("email", /^\S+@\S+$/);
  for (const name of ["uri-template", "hostname", "uuid", "regex"]) ajv.addFormat(name, true);

  const ids = new Map<string, string>();
  const published = [folder, ...newer].flatMap((one) =>
    readdirSync(one, { recursive: true, encoding: "utf8" }),
  );
  for (const path of new Set(published)) {
    if (!path.endsWith(".json") || path.startsWith("bundled") || !path.includes("/")) continue;
    const schema = identified.safeParse(read(path)).data;
    if (schema === undefined) continue;
    // Releases publish some schemas twice under one id.
    if (![...ids.values()].includes(schema.$id)) ajv.addSchema(schema);
    ids.set(path.replace(/\.json$/, ""), schema.$id);
  }
  const paths = [...ids.keys()];

  return {
    version,
    release: publicReleases.find((release) => version.startsWith(`${release}.`)),
    schemaOf: (task, kind) => {
      const found = fileNames(task)
        .map((file) => paths.find((path) => path.endsWith(`/${file}-${kind}`)))
        .find((path) => path !== undefined);
      if (found === undefined) throw new Error(`${version} has no schema for the ${kind}s of ${task}`);
      return found;
    },
    errors: (schema, value) => {
      const id = ids.get(schema);
      const validate = id === undefined ? undefined : ajv.getSchema(id);
      if (validate === undefined) throw new Error(`${version} has no schema ${schema}`);
      if (validate(value) === true) return [];
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    },
  };
}

/** What a task is called in the names of files, the name that is looked for first before others. */
function fileNames(task: string): readonly string[] {
  const file = publicName(task).replaceAll("_", "-");
  return task === tasks.get_task_status.name ? [file, "tasks-get"] : [file];
}

/** What the public standard calls a task of the contract. */
function publicName(task: string): string {
  return task === names.svc.capabilitiesTask ? names.adcp.capabilitiesTask : task;
}

interface Counted {
  readonly all: number;
  readonly valid: number;
}

interface Row {
  readonly task: string;
  readonly requests: Counted;
  readonly answers: Counted;
  /** What is wrong, each once. */
  readonly errors: readonly string[];
}

/** What was sent and said, by task, and what the schemas have against it. A refusal is held against the schema of errors. */
export function heldAgainst(
  { schemaOf, errors }: PublicSchemas,
  { requests, answers }: Spoken,
): readonly Row[] {
  const refused = ({ payload }: RecordedAnswer) => errors("core/error", payload[names.adcp.errorKey]);
  const kept = [...new Set(requests.map(({ task }) => task))].sort();
  return kept.map((task) => {
    const sent = requests
      .filter((one) => one.task === task)
      .map((one) => errors(schemaOf(task, "request"), one.arguments));
    const said = answers
      .filter((one) => one.task === task)
      .map((one) => (one.isRefusal ? refused(one) : errors(schemaOf(task, "response"), one.payload)));
    const found = [
      ...sent.flat().map((error) => `${publicName(task)}, request: ${error}`),
      ...said.flat().map((error) => `${publicName(task)}, answer: ${error}`),
    ];
    return {
      task: publicName(task),
      requests: counted(sent),
      answers: counted(said),
      errors: [...new Set(found)],
    };
  });
}

function counted(held: readonly (readonly string[])[]): Counted {
  return { all: held.length, valid: held.filter((errors) => errors.length === 0).length };
}
