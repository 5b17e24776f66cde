import type { ExecutePorts } from "../../../src/campaign/execute/execute-ports.ts";
import type { FrozenCall } from "../../../src/protocol/approval.ts";

/** Called at every point at which a process may die; the name is the same in every run of the same campaign. */
export type Reach = (point: string) => void;

/** The same ports, with a point before and after everything that is written, read or changed through them. */
export function withPoints(ports: ExecutePorts, reach: Reach): ExecutePorts {
  const { journal, read, mutate } = ports;
  const seen = new Map<string, number>();
  const numbered = (name: string) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return `${name} #${count}`;
  };
  const around = <Result>(name: string, act: () => Result): Result => {
    const what = numbered(name);
    reach(`before ${what}`);
    const result = act();
    reach(`after ${what}`);
    return result;
  };
  const aroundCall = async <Result>(name: string, call: () => Promise<Result>): Promise<Result> => {
    const what = numbered(name);
    reach(`before ${what}`);
    const result = await call();
    reach(`after ${what}`);
    return result;
  };
  const stepSent = ({ bytes, task }: FrozenCall) =>
    journal.state().steps.find(({ intent }) => intent?.bytes === bytes)?.step.id ?? task;
  return {
    ...ports,
    journal: {
      ...journal,
      record: (event, key) => around(`record ${withoutIds(key)}`, () => journal.record(event, key)),
      reserve: (event, key, claims) =>
        around(`reserve ${withoutIds(key)}`, () => journal.reserve(event, key, claims)),
    },
    read: (agentUrl, task, request, options) =>
      aroundCall(`read ${task} at ${pathOf(agentUrl)}`, () => read(agentUrl, task, request, options)),
    mutate: (call, approval, options) =>
      aroundCall(`send ${stepSent(call)}`, () => mutate(call, approval, options)),
  };
}

function withoutIds(key: string): string {
  return key.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>");
}

/** Ports change from sandbox to sandbox. */
function pathOf(url: string): string {
  return new URL(url).pathname;
}
