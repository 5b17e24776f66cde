import { isObject, type JsonObject, objectsIn } from "../../../../lib/json-object.ts";
import { type Codec, each } from "../codec.ts";
import { readManifest, writeManifest } from "../manifest.ts";
import { statusInside, statusOnWire } from "./list_creatives.ts";

/** Assignments are pairs of a creative and a package on the wire, and packages by creative inside. */
export const sync_creatives: Codec = {
  request: {
    write: ({ creatives, assignments, ...rest }) => {
      const pairs = pairsOf(assignments);
      return {
        ...rest,
        creatives: each(creatives, writeManifest),
        ...(pairs.length > 0 && { assignments: pairs }),
      };
    },
    read: ({ creatives, assignments, ...rest }) => ({
      ...rest,
      creatives: each(creatives, readManifest),
      ...(assignments !== undefined && { assignments: byCreative(assignments) }),
    }),
  },
  answer: {
    write: (inside) => ({ ...inside, creatives: each(inside["creatives"], writeResult) }),
    read: (wire) => ({ ...wire, creatives: each(wire["creatives"], readResult) }),
  },
};

function pairsOf(assignments: unknown): JsonObject[] {
  if (!isObject(assignments)) return [];
  return Object.entries(assignments).flatMap(([creative_id, packages]) =>
    Array.isArray(packages) ? packages.map((package_id: unknown) => ({ creative_id, package_id })) : [],
  );
}

function byCreative(pairs: unknown): JsonObject {
  const packages = new Map<string, unknown[]>();
  for (const { creative_id, package_id } of objectsIn(pairs))
    if (typeof creative_id === "string")
      packages.set(creative_id, [...(packages.get(creative_id) ?? []), package_id]);
  return Object.fromEntries(packages);
}

function writeResult({ action, status, errors, ...result }: JsonObject): JsonObject {
  const written = action === "archived" ? "deleted" : action;
  const isGone = written === "deleted" || written === "failed";
  return {
    ...result,
    action: written,
    ...(status !== undefined && !isGone && { status: statusOnWire(status) }),
    ...(errors !== undefined && {
      errors: each(errors, (error) => ({ code: "CREATIVE_REJECTED", ...error })),
    }),
  };
}

/** An assignment that failed is a failure of the creative as sent, though its seller has shelved it. */
function readResult({ action, status, errors, assignment_errors, ...result }: JsonObject): JsonObject {
  const unassigned = isObject(assignment_errors)
    ? Object.entries(assignment_errors).map(([package_id, why]) => ({
        message: `package ${package_id}: ${String(why)}`,
      }))
    : [];
  const all = [...objectsIn(errors), ...unassigned];
  return {
    ...result,
    action: action === "deleted" ? "archived" : action,
    ...(action === "deleted" && { status: "archived" }),
    ...(status !== undefined && { status: statusInside(status) }),
    ...(all.length > 0 && { errors: all }),
  };
}
