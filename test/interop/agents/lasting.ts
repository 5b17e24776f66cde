import { createIdempotencyStore, createInMemoryTaskRegistry, memoryBackend } from "@adcp/sdk/server";

/** What outlives a request, for which the standard's server is made anew; and how strictly it looks at what comes and goes. */
export function lasting() {
  return {
    idempotency: createIdempotencyStore({ backend: memoryBackend(), ttlSeconds: 86_400 }),
    taskRegistry: createInMemoryTaskRegistry(),
    validation: { requests: "strict", responses: "strict" },
  } as const;
}
