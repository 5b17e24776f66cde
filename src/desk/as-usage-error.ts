import type { z } from "zod";
import { messageOf } from "../lib/cause.ts";
import { fieldPath } from "../lib/json-object.ts";
import { UsageError } from "./usage-error.ts";

/** What `work` gives. What it throws is thrown as a UsageError, whose message `lead` begins. */
export function orUsageError<Value>(work: () => Value, lead = ""): Value {
  try {
    return work();
  } catch (cause) {
    throw new UsageError(lead + messageOf(cause), { cause });
  }
}

/** What a schema has against arguments that came from `source`, a line for each. */
export function wrongArguments({ issues }: z.ZodError, source: string): UsageError {
  const lines = issues.map(
    ({ path, message }) => `${source}: ${fieldPath(path) || "the arguments"}: ${message}`,
  );
  return new UsageError(lines.join("\n"));
}
