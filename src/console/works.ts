import type { Desk } from "../desk/desk.ts";
import { messageOf } from "../lib/cause.ts";
import { cleanText } from "../lib/clean-text.ts";

const mostKept = 50;
const mostAtOnce = 4;
const mostLines = 200;
const longestLine = 300;

/** What came of it, in a sentence, and where to go next. */
export interface Outcome {
  readonly words: string;
  readonly next: string;
}

/** Something that was asked for in the console and takes longer than a page: sellers are asked. */
export interface Work {
  readonly id: string;
  readonly title: string;
  /** What was done so far, a line at a time, the newest last. */
  readonly lines: readonly string[];
  readonly state:
    | { readonly type: "working" }
    | ({ readonly type: "done" } & Outcome)
    | { readonly type: "failed"; readonly reason: string };
}

/** Opens a desk for each piece of work, with what files say now; `progress` gets what is under way. */
export type OpenDesk = (progress: (line: string) => void) => Promise<Desk & AsyncDisposable>;

/** What is under way goes on whoever reads it; the last ones can be read until the process ends. */
export function openWorks(open: OpenDesk, newId: () => string) {
  const works = new Map<string, { -readonly [Part in keyof Work]: Work[Part] }>();
  return {
    of: (id: string): Work | undefined => works.get(id),
    /** What somebody waits for at once, with what files say now. */
    now: async <Result>(run: (desk: Desk) => Promise<Result>) => {
      await using desk = await open(() => undefined);
      return await run(desk);
    },
    /** Undefined where as much is under way as this desk does at once; what is urgent is begun all the same. */
    begin: (title: string, run: (desk: Desk) => Promise<Outcome>, urgency?: "urgent"): Work | undefined => {
      const underWay = [...works.values()].filter(({ state }) => state.type === "working");
      if (urgency === undefined && underWay.length >= mostAtOnce) return undefined;
      const [oldest] = [...works.values()].filter(({ state }) => state.type !== "working");
      if (works.size >= mostKept && oldest !== undefined) works.delete(oldest.id);
      const lines: string[] = [];
      const work: { -readonly [Part in keyof Work]: Work[Part] } = {
        id: newId(),
        title,
        lines,
        state: { type: "working" },
      };
      works.set(work.id, work);
      const tell = (line: string) => {
        if (lines.length < mostLines) lines.push(cleanText(line, longestLine));
      };
      const done = async () => {
        await using desk = await open(tell);
        return await run(desk);
      };
      done().then(
        (outcome) => {
          work.state = { type: "done", ...outcome };
        },
        (cause: unknown) => {
          work.state = { type: "failed", reason: messageOf(cause) };
        },
      );
      return work;
    },
  };
}
export type Works = ReturnType<typeof openWorks>;
