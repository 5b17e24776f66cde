import type { ExecutePorts } from "../../../src/campaign/execute/execute-ports.ts";
import { stepNames } from "./step-names.ts";

/** Called at every point at which a process may die; the name is the same in every run of the same campaign. */
export type Reach = (point: string) => void;

/**
 * The same ports, with a point at everything that is awaited through them and after everything that is written: at what
 * only asks when the answer is there, at what sends a change before it too. A question changes nothing and nothing is
 * awaited on the way to a write: a process that dies before one leaves behind what it leaves at the point before.
 */
export function withPoints(ports: ExecutePorts, reach: Reach): ExecutePorts {
  const { journal, read, mutate, governance, stopwatch, searchRegistry, readAdagents } = ports;
  const { ofCall, ofCheck } = stepNames(journal);
  const seen = new Map<string, number>();
  const numbered = (name: string) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return `${name} #${count}`;
  };
  const written = async <Result>(name: string, write: () => Promise<Result>): Promise<Result> => {
    const what = numbered(name);
    const result = await write();
    reach(`after ${what}`);
    return result;
  };
  const answered = async <Result>(what: string, answer: Promise<Result>): Promise<Result> => {
    const result = await answer;
    reach(`after ${what}`);
    return result;
  };
  const awaited = <Result>(name: string, call: () => Promise<Result>) => answered(numbered(name), call());
  return {
    ...ports,
    journal: {
      ...journal,
      record: async (event, key, still) =>
        written(`record ${withoutIds(key)}`, () => journal.record(event, key, still)),
      recordUnless: async (event, key, unless, still) =>
        written(`record ${withoutIds(key)}`, () => journal.recordUnless(event, key, unless, still)),
      reserve: async (event, key, claims, still) =>
        written(`reserve ${withoutIds(key)}`, () => journal.reserve(event, key, claims, still)),
      takeMark: async (event, key, mark) =>
        written(`record ${withoutIds(key)}`, () => journal.takeMark(event, key, mark)),
    },
    searchRegistry: (query) => awaited("search", () => searchRegistry(query)),
    readAdagents: (domain) => awaited(`read adagents.json of ${domain}`, () => readAdagents(domain)),
    read: (agentUrl, task, request, options) =>
      awaited(`read ${task} at ${pathOf(agentUrl)}${ofCheck(request)}`, () =>
        read(agentUrl, task, request, options),
      ),
    mutate: (call, approval, options) => {
      const what = numbered(`send ${ofCall(call)}`);
      reach(`before ${what}`);
      return answered(what, mutate(call, approval, options));
    },
    ...(governance && {
      governance: {
        ...governance,
        verifyToken: (token, expected) =>
          awaited(`verify ${expected.task} at ${pathOf(expected.agentUrl)}`, () =>
            governance.verifyToken(token, expected),
          ),
      },
    }),
    stopwatch: {
      ...stopwatch,
      sleep: (milliseconds) => awaited("wait", () => stopwatch.sleep(milliseconds)),
    },
  };
}

function withoutIds(key: string): string {
  return key.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>");
}

/** Ports change from sandbox to sandbox. */
function pathOf(url: string): string {
  return new URL(url).pathname;
}
