import { isObject, type JsonObject } from "../../../../lib/json-object.ts";
import { TaskError } from "../../../messages/errors.ts";
import { buyActions } from "../buy-actions.ts";
import { buyState } from "../buy-state.ts";
import { type Codec, only, renamed, type Spelling, without } from "../codec.ts";
import { chain, inEach, inField } from "../combine.ts";
import { mediaPackage, packageField } from "../packages.ts";
import { pushNotifications } from "../push-notifications.ts";
import { reference } from "../reference.ts";

/** Fields of `updates` that have the same name on the wire, beside the request's own. */
const moved = ["start_time", "end_time", "cancellation_reason", "packages", "new_packages"] as const;

/**
 * The public standard has no `updates`: agents pass over it without a word. What is changed stands in the request itself, and
 * amounts are absolute. Throws a TaskError for what only somebody who knows the buy can write.
 */
export const flat: Spelling = {
  write: ({ updates, ...rest }) => {
    if (!isObject(updates)) return rest;
    const { status, ...changes } = updates;
    refuseRelative(changes);
    return { ...rest, ...changes, ...switchOf(status) };
  },
  read: (wire) => {
    const { updates: _, paused, canceled, ...rest } = wire;
    const status = canceled === true ? "canceled" : statusOf(paused);
    const updates = { ...only(rest, ...moved), ...(status !== undefined && { status }) };
    return { ...without(rest, ...moved), updates };
  },
};

function switchOf(status: unknown): JsonObject {
  switch (status) {
    case "paused":
      return { paused: true };
    case "active":
      return { paused: false };
    case "canceled":
      return { canceled: true };
    default:
      return {};
  }
}

function statusOf(paused: unknown): string | undefined {
  if (typeof paused !== "boolean") return undefined;
  return paused ? "paused" : "active";
}

function refuseRelative(changes: JsonObject): void {
  const absolute = { budget_change: "packages[].budget", targeting: "packages[].targeting_overlay" };
  for (const [field, instead] of Object.entries(absolute))
    if (changes[field] !== undefined)
      throw new TaskError(
        "UNSUPPORTED_FEATURE",
        `this agent takes no updates.${field}: read the buy and write updates.${instead} as it is to be`,
        { field: `updates.${field}` },
      );
}

export const update_media_buy: Codec = {
  request: chain(
    inField("updates", chain(inEach("packages", mediaPackage), inEach("new_packages", mediaPackage))),
    flat,
    reference,
    pushNotifications,
  ),
  answer: chain(
    renamed(["packages", "affected_packages"]),
    buyState,
    buyActions,
    reference,
    inEach("affected_packages", mediaPackage),
  ),
  fieldInside: (path) => {
    if (path === "paused" || path === "canceled") return "updates.status";
    const isMoved = moved.some((field) => path === field || path.startsWith(`${field}[`));
    return isMoved ? `updates.${packageField(path)}` : path;
  },
};
