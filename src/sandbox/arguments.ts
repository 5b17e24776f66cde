import type { z } from "zod";
import { attempt } from "../lib/cause.ts";
import { fieldPath } from "../lib/json-object.ts";
import type { Task } from "../protocol/tasks/task.ts";
import { newerShape } from "./newer-shape.ts";
import type { Payload } from "./payload.ts";
import { invalid, Refusal } from "./refusal.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Arguments by a task's schema. Fields that the contract does not know are let pass; anything else is refused by its path. */
export function parseArguments<Schema extends z.ZodType>(
  schema: Schema,
  received: Payload,
): z.output<Schema> {
  const tolerated = structuredClone(received);
  for (;;) {
    const parsed = schema.safeParse(tolerated);
    if (parsed.success) return parsed.data;
    const unknown = parsed.error.issues.flatMap((issue) => unknownFields(issue, []));
    if (unknown.length === 0) throw refusalFor(parsed.error.issues, tolerated);
    for (const path of unknown) remove(tolerated, path);
  }
}

/** A task's arguments in whichever shape they were sent, as `read` reads them; undefined where they do not fit. */
export function tryArguments<Request extends z.ZodType>(
  task: Task<string, boolean, Request>,
  received: Payload,
  read: (task: string, received: Payload) => Payload,
): z.output<Request> | undefined {
  return attempt(() => parseArguments(task.request, newerShape(task, read(task.name, received)).request));
}

/** Paths that no branch of the schema knows. In a union a field is unknown only where every branch says so. */
function unknownFields(issue: Issue, base: Path): Path[] {
  const path = [...base, ...issue.path];
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => [...path, key]);
  if (issue.code !== "invalid_union") return [];
  const [first = [], ...others] = issue.errors.map((branch) =>
    branch.flatMap((inner) => unknownFields(inner, path)),
  );
  return first.filter((field) =>
    others.every((fields) => fields.some((other) => fieldPath(other) === fieldPath(field))),
  );
}

function refusalFor(issues: readonly Issue[], received: unknown): Refusal {
  const issue = issues[0];
  if (issue === undefined) return invalid("the arguments do not fit the task");
  const field = fieldPath(issue.path);
  if (issue.path.some((key) => /^(target_)?format_ids?$/.test(String(key))))
    return new Refusal("INVALID_FORMAT_ID", `${field} must be an object with agent_url and id`, field);
  if (field === "idempotency_key")
    return new Refusal("INVALID_REQUEST", "idempotency_key must be a UUID v4", field);
  const given = JSON.stringify(at(received, issue.path))?.slice(0, 80) ?? "nothing";
  return invalid(`${field || "arguments"}: ${issue.message}; received ${given}`, field);
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[String(key)] : undefined), value);
}

function remove(value: unknown, path: Path): void {
  const parent = at(value, path.slice(0, -1));
  if (isRecord(parent)) delete parent[String(path.at(-1))];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
