/** A JSON object: what a task is sent and what it answers. */
export type Payload = Record<string, unknown>;

export function isPayload(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
