import { Worker } from "node:worker_threads";
import { messageOf } from "../../lib/cause.ts";
import type { Column, Row } from "./model.ts";

/** Searches a model for its best solution. Rejects where the search could not be made. */
export type Solve = (request: SolveRequest) => Promise<Solved>;

export interface SolveRequest {
  readonly model: { readonly columns: readonly Column[]; readonly rows: readonly Row[] };
  /** A solution to start from: values of all whole columns, by their places. */
  readonly start?: { readonly indices: readonly number[]; readonly values: readonly number[] };
  /** How far off the best the search may end, as a share of it. */
  readonly relativeGap: number;
  /** Where the search ends in any case. The same on every machine. */
  readonly nodeLimit: number;
  readonly effort: Effort;
}

/** How much work a search is worth, in steps of the simplex method: the same on every machine, as seconds are not. */
export interface Effort {
  /** From so many on a solution is enough that is this close to the best, as a share of it. */
  readonly enough: { readonly steps: number; readonly relativeGap: number };
  /** After so many the best that was found stands. */
  readonly most: number;
  /** After so many it ends though nothing was found. */
  readonly mostWithout: number;
}

export type Solved =
  | { readonly type: "impossible" }
  | {
      readonly type: "searched";
      /** Whether it was searched to the end. */
      readonly ended: boolean;
      /** The columns of the best solution; absent where none was found. */
      readonly values?: readonly number[];
      /** No solution is worth more. */
      readonly bound: number;
      readonly nodes: number;
    };

/** To the worker and back: answers come in the order of the questions. */
export type Answer =
  | { readonly type: "solved"; readonly solved: Solved }
  | { readonly type: "failed"; readonly reason: string };

/** Seconds after which a thread counts as hung: far beyond what any bounded search takes on a slow and busy machine. */
const hung = 600;

/** What the thread works on, and who waits for it. */
interface Waiting {
  readonly resolve: (solved: Solved) => void;
  readonly reject: (cause: Error) => void;
}

let thread: Worker | undefined;
let waiting: Waiting | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Solves in a thread of its own, so that this one stays free; one model at a time. The thread is kept for the next model
 * and ends with the process.
 */
export function solve(request: SolveRequest): Promise<Solved> {
  const solved = last.then(() => ask(request));
  last = solved.catch(() => undefined);
  return solved;
}

async function ask(request: SolveRequest): Promise<Solved> {
  thread ??= startThread();
  const worker = thread;
  const timer = setTimeout(() => lose(worker, `no answer after ${hung} s`), hung * 1000);
  worker.ref();
  try {
    return await new Promise<Solved>((resolve, reject) => {
      waiting = { resolve, reject };
      worker.postMessage(request);
    });
  } finally {
    clearTimeout(timer);
    worker.unref();
  }
}

/** The thread is given up; the next model gets a new one. */
function lose(lost: Worker, reason: string): void {
  if (thread !== lost) return;
  thread = undefined;
  void lost.terminate();
  waiting?.reject(new Error(reason));
}

function startThread(): Worker {
  const started = startWorker();
  started.on("message", (answer: Answer) => {
    // What a thread that was given up still says answers nobody's question.
    if (thread !== started) return;
    if (answer.type === "solved") waiting?.resolve(answer.solved);
    else lose(started, answer.reason);
  });
  started.on("error", (cause) => lose(started, messageOf(cause)));
  started.on("exit", (code) => lose(started, `its thread ended with ${code}`));
  return started;
}

function startWorker(): Worker {
  const here = import.meta.url;
  if (!here.endsWith(".ts")) return new Worker(new URL("./solver-worker.js", here));
  // From source: a thread does not read TypeScript by itself on every Node that is supported.
  const url = JSON.stringify(new URL("./solver-worker.ts", here).href);
  const code = `import("tsx/esm/api").then(({ tsImport }) => tsImport(${url}, ${url}))`;
  return new Worker(code, { eval: true, execArgv: [] });
}
