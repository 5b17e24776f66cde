import type { JsonObject } from "../../../lib/json-object.ts";
import { names, since } from "../../tasks/names.ts";
import type { At, Spelling } from "./codec.ts";

/** Stands for the state of a buy that an answer leaves out: it has to be read. */
export const unknownState = "unknown";

/** Words for states of buys and of tasks alike. */
const shared: ReadonlySet<unknown> = new Set(["completed", "canceled", "rejected"]);

/**
 * The state of a buy in the answer to its order or change. In 3.0 it is `status`; since 3.1 that is the state of the task,
 * and the buy's is `media_buy_status`, which may be missing. Some words are states of both.
 */
export const buyState: Spelling = {
  write: ({ status, ...rest }, { release }) => {
    if (rest["media_buy_id"] === undefined && rest["task_id"] !== undefined)
      return { ...rest, status: "submitted" };
    const known = status === unknownState ? undefined : status;
    if (!since(release, "3.1")) return { ...rest, ...(known !== undefined && { status: known }) };
    return { ...rest, status: "completed", ...(known !== undefined && { media_buy_status: known }) };
  },
  read: (wire, at) => {
    const { media_buy_status, status, ...rest } = wire;
    if (typeof media_buy_status === "string") return { ...rest, status: media_buy_status };
    if (typeof rest["media_buy_id"] !== "string") return wire;
    const isReported = status !== undefined && !(shared.has(status) && isOfTask(wire, at));
    return { ...rest, status: isReported ? status : unknownState };
  },
};

/** Whether `status` is the state of the task: as the answer says itself, else as was agreed on. */
function isOfTask(wire: JsonObject, { release }: At): boolean {
  const echoed = wire[names.adcp.versionField];
  return typeof echoed === "string" ? !/^3\.0(\D|$)/.test(echoed) : since(release, "3.1");
}
