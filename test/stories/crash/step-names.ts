import type { Journal } from "../../../src/campaign/model/state/journal.ts";
import { idempotencyKey } from "../../../src/campaign/steps/frozen.ts";
import type { FrozenCall } from "../../../src/protocol/client/call-permit.ts";

/** Which step a call is about: many are under way at once, and their order is another in each run. */
export function stepNames(journal: Journal) {
  const steps = () => journal.state().steps;
  return {
    ofCall: ({ bytes, task }: FrozenCall): string =>
      steps().find(({ intent }) => intent?.bytes === bytes)?.step.id ?? task,
    /** Of a check by governance, whose payload is the step's arguments; empty for any other request. */
    ofCheck: (request: object): string => {
      if (!("payload" in request)) return "";
      // It is what the gate has read from the frozen call's bytes: an object.
      const { idempotency_key } = request.payload as Readonly<Record<string, unknown>>;
      const { id: campaign } = journal.state();
      const found = steps().find(({ step }) => idempotencyKey(step, campaign) === idempotency_key);
      return found === undefined ? "" : ` for ${found.step.id}`;
    },
  };
}
