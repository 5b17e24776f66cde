import { type ChildProcess, fork } from "node:child_process";
import { UsageError } from "../usage-error.ts";
import type { InputOf, JobName, OutputOf } from "./jobs.ts";

/** To the process that reads. */
export interface Order {
  readonly job: JobName;
  readonly input: unknown;
}

/** Back from it: one `begun`, when the code for the job is loaded, and one of the others. */
export type Reply =
  | { readonly type: "begun" }
  | { readonly type: "read"; readonly output: unknown; readonly rss: number }
  /** What was handed in is not as it should be, in a sentence for whoever did it. */
  | { readonly type: "refused"; readonly reason: string; readonly rss: number }
  | { readonly type: "failed"; readonly reason: string; readonly rss: number };

const megabyte = 1024 * 1024;
const flags = [
  "--max-old-space-size=150",
  "--max-semi-space-size=8",
  // Every pattern is used more than once in any brief: it is made for good at first, and not twice.
  "--no-regexp-tier-up",
];
/** Who is to wait longer than for so many others is refused. */
const mostWaiting = 16;
/** Until the code is loaded, on whatever machine: no text of others has been touched by then. */
const loadingMs = 120_000;
/** The patterns of all languages are made when the first words are read, in which nobody's text has a part. */
const makingPatternsMs = 20_000;

/** What is read one after the other, by one process. */
interface Lane {
  /** Bytes that the process may have in memory, all in all: whatever it unpacks, and wherever that is kept. */
  readonly mostMemory: number;
  /** A process that holds on to more is not used again: the next reader finds all of its room free. */
  readonly enoughMemory: number;
  reader?: Reader;
  last: Promise<unknown>;
  waiting: number;
}

interface Reader {
  readonly child: ChildProcess;
  hasPatterns: boolean;
}

const nobody = { last: Promise.resolve(), waiting: 0 };
/** Apart, as a process that has the patterns takes seconds to replace: no file can end it. */
const words: Lane = { ...nobody, mostMemory: 280 * megabyte, enoughMemory: 240 * megabyte };
const files: Lane = { ...nobody, mostMemory: 240 * megabyte, enoughMemory: 150 * megabyte };
const ofWords: ReadonlySet<JobName> = new Set<JobName>(["words", "answers", "patterns"]);

let readingMs = 10_000;
let isKeptReady = false;

/** How long reading may take, in milliseconds; `isReady` keeps a process that has its patterns already, for who answers others. */
export function prepareIntake(options: { readonly time?: number; readonly isReady?: true }): void {
  readingMs = options.time ?? readingMs;
  isKeptReady ||= options.isReady ?? false;
  words.last = words.last.then(makeReady);
}

/**
 * The one door to whatever reads what outsiders wrote: briefs, documents, tables, answers. All of it is read in processes of their
 * own that end where something takes too long or too much. Threads would not do: V8 counts none of the bytes outside of its heap
 * there, and ends the whole process where a single large allocation goes past a thread's limit. Throws a UsageError where what was
 * handed in cannot be read within bounds.
 */
export function read<Name extends JobName>(job: Name, input: InputOf<Name>): Promise<OutputOf<Name>> {
  const lane = ofWords.has(job) ? words : files;
  if (lane.waiting >= mostWaiting)
    return Promise.reject(new UsageError("too much is being read at this moment; try again in a minute"));
  lane.waiting += 1;
  const answered = lane.last
    .then(() => ask(lane, { job, input }))
    .finally(() => {
      lane.waiting -= 1;
    });
  const next = () => (lane === words ? makeReady() : undefined);
  lane.last = answered.then(next, next);
  // The process answers by the same table.
  return answered as Promise<OutputOf<Name>>;
}

/** Nobody waits for it: what comes of it shows in the next reading. */
async function makeReady(): Promise<void> {
  if (!isKeptReady || words.reader?.hasPatterns === true) return;
  await ask(words, { job: "patterns", input: {} }).catch(() => undefined);
}

async function ask(lane: Lane, { job, input }: Order): Promise<unknown> {
  lane.reader ??= startReader(lane);
  const current = lane.reader;
  const reply = await replyOf(current, { job, input });
  if (lane === words) current.hasPatterns = true;
  if (reply.rss > lane.enoughMemory) giveUp(lane, current);
  switch (reply.type) {
    case "read":
      return reply.output;
    case "refused":
      throw new UsageError(reply.reason);
    case "failed":
      throw new Error(reply.reason);
  }
}

type Answer = Exclude<Reply, { readonly type: "begun" }>;

function replyOf(current: Reader, order: Order): Promise<Answer> {
  const { child } = current;
  const mostMs = readingMs + (ofWords.has(order.job) && !current.hasPatterns ? makingPatternsMs : 0);
  return new Promise<Answer>((resolve, reject) => {
    let isLate = false;
    const endAfter = (ms: number) =>
      setTimeout(() => {
        isLate = true;
        child.kill("SIGKILL");
      }, ms);
    let timer = endAfter(loadingMs);
    const onReply = (reply: Reply) => {
      clearTimeout(timer);
      if (reply.type === "begun") timer = endAfter(mostMs);
      else done(() => resolve(reply));
    };
    const ended = () => {
      const why = isLate
        ? `took longer than ${mostMs / 1000} s to read`
        : "needs more memory to read than a document may take";
      done(() => reject(new UsageError(`${nameIn(order.input)}: ${why}; hand in less, or as plain text`)));
    };
    const done = (settle: () => void) => {
      clearTimeout(timer);
      child.off("message", onReply).off("exit", ended).off("error", ended);
      // A command is over when its own work is.
      child.unref();
      child.channel?.unref();
      settle();
    };
    child.on("message", onReply).on("exit", ended).on("error", ended);
    child.ref();
    child.channel?.ref();
    child.send(order);
  });
}

function giveUp(lane: Lane, lost: Reader): void {
  if (lane.reader === lost) delete lane.reader;
  lost.child.kill("SIGKILL");
}

function startReader(lane: Lane): Reader {
  const here = import.meta.url;
  const isSource = here.endsWith(".ts");
  const file = new URL(isSource ? "./reader-process.ts" : "./reader-process.js", here);
  const child = fork(file, [String(lane.mostMemory)], {
    execArgv: isSource ? [...flags, "--import", import.meta.resolve("tsx")] : flags,
    // It needs no secret.
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const started: Reader = { child, hasPatterns: false };
  const lost = () => giveUp(lane, started);
  child.on("exit", lost).on("error", lost);
  return started;
}

function nameIn(input: unknown): string {
  const isNamed = typeof input === "object" && input !== null && "name" in input;
  return isNamed && typeof input.name === "string" ? input.name : "the text";
}
