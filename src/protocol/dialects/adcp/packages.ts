import { type JsonObject, objectsIn } from "../../../lib/json-object.ts";
import type { Spelling } from "./codec.ts";
import { chain, inEach } from "./combine.ts";
import { readFormat, writeFormat } from "./format-options.ts";
import { targeting } from "./postal-area.ts";
import { reference, referenceIn } from "./reference.ts";

/**
 * Creatives that a package runs: ids inside, assignments on the wire. Inside a creative has no weight and no placement. Where
 * buys are listed, the public standard lists approvals in their place.
 */
const assignments: Spelling = {
  write: ({ creative_ids, ...rest }) =>
    Array.isArray(creative_ids) && rest["creative_approvals"] === undefined
      ? { ...rest, creative_assignments: creative_ids.map((creative_id: unknown) => ({ creative_id })) }
      : rest,
  read: ({ creative_assignments, ...rest }) => {
    const creatives = creative_assignments ?? rest["creative_approvals"];
    if (!Array.isArray(creatives) || rest["creative_ids"] !== undefined) return rest;
    const running = objectsIn(creatives).filter(({ approval_status }) => approval_status !== "rejected");
    return { ...rest, creative_ids: running.map(({ creative_id }) => creative_id) };
  },
};

export const mediaPackage = chain(
  assignments,
  inEach("creatives", { write: writeFormat, read: readFormat }),
  targeting,
  reference,
);

/** A path in a request with packages, by the fields of packages inside. */
export function packageField(path: string): string {
  return path
    .replace(/(^|\.)context\.buyer_ref$/, "$1buyer_ref")
    .replace(/creative_assignments\[(\d+)\](\.creative_id)?/, "creative_ids[$1]");
}

/**
 * Packages of an answer with the references of those that were asked for, where the agent does not give them back: by
 * product and pricing option, and only where that leaves one.
 */
export function withReferences(packages: readonly JsonObject[], requested: readonly JsonObject[]) {
  const given = new Set(packages.map(({ buyer_ref }) => buyer_ref));
  const open = requested.filter((one) => !given.has(referenceIn(one)));
  const unnamed = packages.filter(({ buyer_ref }) => buyer_ref === undefined);
  return packages.map((creatives) => {
    if (creatives["buyer_ref"] !== undefined) return creatives;
    const candidates = open.filter((one) => mayBe(creatives, one));
    const rivals = unnamed.filter((other) => candidates.some((one) => mayBe(other, one)));
    const [only] = candidates;
    const buyer_ref =
      only !== undefined && candidates.length === 1 && rivals.length === 1 ? referenceIn(only) : undefined;
    return buyer_ref === undefined ? creatives : { ...creatives, buyer_ref };
  });
}

function mayBe(creatives: JsonObject, requested: JsonObject): boolean {
  return ["product_id", "pricing_option_id"].every(
    (field) => creatives[field] === undefined || creatives[field] === requested[field],
  );
}
