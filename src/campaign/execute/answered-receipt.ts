import { TaskError } from "../../protocol/errors.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import type { Step } from "../plan/step.ts";
import type { ExecutePorts } from "./execute-ports.ts";
import type { Receipt } from "./receipt.ts";
import { changesNotMade } from "./update-made.ts";

const refused: ReadonlySet<string> = new Set(["rejected", "failed", "canceled"]);
const known: ReadonlySet<string> = new Set([
  "pending",
  "pending_start",
  "pending_activation",
  "pending_creatives",
  "submitted",
  "working",
  "active",
  "paused",
  "completed",
]);

/** What an answer says of a buy that it tells no state of. */
const untold = "unknown";

/**
 * The receipt of an answer, or the error that it amounts to: a buy without an id is not one. A replayed answer is history,
 * and an update may have been taken in part: both are read back before anything rests on them.
 */
export async function answeredReceipt(
  step: Step,
  payload: Readonly<Record<string, unknown>>,
  replayed: boolean,
  ports: ExecutePorts,
): Promise<Receipt | TaskError> {
  const receipt = { stepId: step.id, status: "done", replayed } as const;
  if (step.task !== "create_media_buy" && step.task !== "update_media_buy") return { ...receipt, payload };
  const status = String(payload["status"]).toLowerCase();
  if (step.task === "create_media_buy" && refused.has(status))
    return new TaskError("REJECTED", `the seller did not take the buy (${status})`, { recovery: "terminal" });
  const id = payload["media_buy_id"];
  if (typeof id !== "string")
    return step.task === "update_media_buy"
      ? { ...receipt, payload }
      : new TaskError("INVALID_RESPONSE", "the seller says yes and names no buy", { effect: "unknown" });
  const isTold = status !== untold;
  const now =
    replayed || !isTold || step.task === "update_media_buy" ? await read(step, id, ports) : undefined;
  const stands = isTold ? status : (now?.status ?? status);
  const notes = [
    ...(known.has(stands)
      ? []
      : [`${step.agentId} calls the buy "${stands.slice(0, 40)}", which is not a known state`]),
    // A change of a person's is read back by itself, field by field.
    ...(step.task === "update_media_buy" && step.change === undefined && now !== undefined
      ? changesNotMade(step, now)
      : []),
  ];
  return {
    ...receipt,
    payload: { ...payload, ...now, ...(replayed && { replayed }) },
    ...(notes.length > 0 && { notes }),
  };
}

async function read(step: Step, id: string, { read }: ExecutePorts): Promise<MediaBuy | undefined> {
  const answer = await read(step.agentUrl, "get_media_buys", { media_buy_ids: [id] });
  return answer.type === "answered"
    ? answer.payload.media_buys.find((buy) => buy.media_buy_id === id)
    : undefined;
}
