import { breather } from "../../lib/breathe.ts";
import { isObject, type JsonObject } from "../../lib/json-object.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { cleanAnswer } from "../messages/clean-answer.ts";
import { TaskError } from "../messages/errors.ts";
import type { Extracted } from "../messages/extract.ts";
import { failedTask } from "../messages/read-error.ts";
import { type ResponseOf, type TaskName, tasks } from "../tasks/index.ts";
import type { Answer } from "./calls.ts";
import { meaningOf } from "./failure.ts";

/** Items of a list that are read in one piece. */
const itemsAtOnce = 100;

/** What a call may have done that was sent and not understood. */
export function effectOf(task: TaskName): "none" | "unknown" {
  return tasks[task].mutates ? "unknown" : "none";
}

export function failed(error: TaskError): { type: "failed"; error: TaskError } {
  return { type: "failed", error };
}

/** The payload checked against the task's schema. An answer that cannot be read leaves open whether a change was made. */
export async function readAnswer<Name extends TaskName>(
  task: Name,
  extracted: Extracted,
  dialect: Dialect,
  request: JsonObject,
): Promise<Answer<ResponseOf<Name>>> {
  if (extracted.type === "error") return failed(meaningOf(extracted.error, task, dialect));
  // How a task stands that is asked after is the answer to the question, not a failure to answer it.
  const failure = task === "get_task_status" ? undefined : failedTask(extracted.payload);
  if (failure !== undefined) return failed(meaningOf(failure, task, dialect));
  const { payload, injectionSigns } = await cleanAnswer(extracted.payload);
  const replayed = payload["replayed"] === true;
  const taskId = dialect.pendingTask(payload);
  if (taskId !== undefined && task !== "get_task_status") return { type: "pending", taskId, replayed };
  const parsed = await parsedInPieces(task, payload, (piece) => dialect.decode(task, piece, request));
  if (!parsed.success) {
    const { issue } = parsed;
    const where = issue?.path.join(".") || "the answer";
    return failed(
      new TaskError(
        "INVALID_RESPONSE",
        `${dialect.toolName(task)}: ${where} is not as its protocol has it (${issue?.message})`,
        { effect: effectOf(task) },
      ),
    );
  }
  // The compiler loses the link between the table's entry and its own schema.
  const answer = parsed.data as ResponseOf<Name>;
  return {
    type: "answered",
    payload: answer,
    replayed,
    ...(injectionSigns.length > 0 && { injectionSigns }),
  };
}

/** The same without what is null: a field that says nothing is as good as none. */
function withoutNulls<Value>(value: Value): Value {
  // What is copied keeps its shape but for the fields that go.
  if (Array.isArray(value)) return value.map(withoutNulls) as Value;
  if (!isObject(value)) return value;
  const said = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(said.map(([key, member]) => [key, withoutNulls(member)])) as Value;
}

type Parsed =
  | { readonly success: true; readonly data: unknown }
  | {
      readonly success: false;
      readonly issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined;
    };

/** An answer that is a list is decoded and parsed some items at a time, so that others go on meanwhile. */
async function parsedInPieces(
  task: TaskName,
  payload: JsonObject,
  decode: (piece: JsonObject) => JsonObject,
): Promise<Parsed> {
  const parse = (piece: JsonObject): Parsed => {
    const { response } = tasks[task];
    const asItCame = response.safeParse(decode(piece));
    const read = asItCame.success ? asItCame : response.safeParse(decode(withoutNulls(piece)));
    return read.success ? read : { success: false, issue: asItCame.error?.issues[0] };
  };
  const { list } = tasks[task];
  const items: unknown = list === undefined ? undefined : payload[list];
  if (list === undefined || !Array.isArray(items) || items.length <= itemsAtOnce) return parse(payload);
  const breathe = breather();
  const all: unknown[] = [];
  let whole: object = {};
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    await breathe();
    const parsed = parse({ ...payload, [list]: (items as unknown[]).slice(from, from + itemsAtOnce) });
    if (!parsed.success) return parsed;
    whole = parsed.data as object;
    all.push(...(Reflect.get(whole, list) as unknown[]));
  }
  return { success: true, data: { ...whole, [list]: all } };
}
