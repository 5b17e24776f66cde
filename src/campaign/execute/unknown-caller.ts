import type { TaskError } from "../../protocol/messages/errors.ts";
import type { Step } from "../model/step/step.ts";
import type { recordEscalation } from "./record.ts";

/** What a person is asked where the agent does not know who calls: nothing was done, and trying again mends nothing. */
export function unknownCaller({ agentId }: Step, error: TaskError): Parameters<typeof recordEscalation>[1] {
  const { code, message } = error;
  return {
    code,
    reason: `${agentId} does not know who calls (${message}). Approve to send it again once that is mended, reject to give it up.`,
    retry: "same-key",
  };
}
