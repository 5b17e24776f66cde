import { isObject, type JsonObject, jsonIn } from "../../lib/json-object.ts";
import type { Answer, Read } from "../../protocol/client/calls.ts";
import { errorIn, failedTask, unmarkedFailure } from "../../protocol/messages/read-error.ts";
import type { CallResult } from "../../protocol/messages/transport.ts";
import { type ReadName, type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { names, type PublicRelease, releaseOf } from "../../protocol/tasks/names.ts";
import type { CheckedAnswer } from "./conformance/answer-schemas.ts";
import { type ReleaseAtHand, releasesAtHand } from "./conformance/open-schemas.ts";
import type { RawAnswer } from "./fault.ts";

/** Characters of a text beside a structured answer that are compared with it. */
const longestText = 1_000_000;

/** What became of one read: as the client reads it, and its pages as they came. */
export interface ReadOnce<Name extends ReadName> {
  readonly answer: Answer<ResponseOf<Name>>;
  readonly pages: readonly RawAnswer[];
}

/** Asks an agent once, for no longer than the desk waits for one seller, and keeps what comes as it comes. */
export async function readOnce<Name extends Extract<ReadName, CheckedAnswer>>(
  agentUrl: string,
  task: Name,
  request: RequestOf<Name>,
  options: {
    readonly read: Read;
    /** Milliseconds; the task's own time where that is shorter. */
    readonly deadlineMs: number;
    /** As was agreed on; absent in the service contract. */
    readonly release: PublicRelease | undefined;
    readonly ids?: readonly string[];
    readonly toolName: (task: ReadName) => string;
  },
): Promise<ReadOnce<Name>> {
  const { read, deadlineMs, release, ids, toolName } = options;
  const pages: RawAnswer[] = [];
  const said = toolName(task) === tasks.list_products.name ? "list_products" : task;
  const answer = await read(agentUrl, task, request, {
    tries: 1,
    timeoutMs: Math.min(deadlineMs, tasks[task].timeoutMs),
    arrived: (page) => {
      const raw = rawAnswer(page);
      if (raw === undefined) return;
      const written = release && writtenIn(raw.payload, release);
      pages.push({ task: said, ...raw, ...(written && { release: written }), ...(ids && { ids }) });
    },
  });
  return { answer, pages };
}

/** What is to be checked of an answer; undefined of one that is an error, or not JSON. */
function rawAnswer(page: CallResult): Pick<RawAnswer, "payload" | "text" | "isUnexplained"> | undefined {
  const { structuredContent: structured, isError = false } = page;
  const text = jsonText(page);
  const payload = isObject(structured) ? structured : text;
  if (payload === undefined) return undefined;
  if (isError) return errorIn(payload) === undefined ? { payload, isUnexplained: true } : undefined;
  if ((unmarkedFailure(payload) ?? failedTask(payload)) !== undefined) return undefined;
  return { payload, ...(isObject(structured) && text && { text }) };
}

function jsonText({ content = [] }: CallResult): JsonObject | undefined {
  const texts = content.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : []));
  return texts.flatMap((text) => (text.length > longestText ? [] : [jsonIn(text)])).find(isObject);
}

/** Answers say which release they are written in; a patch is of its release. */
function writtenIn(payload: JsonObject, agreed: PublicRelease): ReleaseAtHand {
  const stated = payload[names.adcp.versionField];
  const release = typeof stated === "string" ? releaseOf(stated) : undefined;
  return releasesAtHand.find((one) => one === release) ?? agreed;
}
