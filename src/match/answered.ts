import { sha256 } from "../lib/digest.ts";
import { epochOf } from "../protocol/signing/match-request.ts";

/** What was answered to requests, by the digest of router and request id: an id that comes again gets its answer again. */
export interface Answered<Answer> {
  readonly once: (
    request: { readonly router: string; readonly id: string },
    now: number,
    make: () => Answer,
  ) => Answer;
}

/** Answers of today and yesterday, as signatures live; beyond so many the oldest are forgotten. */
export function answeredRequests<Answer>(most = 200_000): Answered<Answer> {
  const kept = new Map<string, { readonly epoch: number; readonly answer: Answer }>();
  return {
    once: ({ router, id }, now, make) => {
      const key = sha256(`${router}\n${id}`);
      const epoch = epochOf(now);
      const before = kept.get(key);
      if (before !== undefined && before.epoch >= epoch - 1) return before.answer;
      const answer = make();
      kept.delete(key);
      kept.set(key, { epoch, answer });
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return answer;
    },
  };
}
