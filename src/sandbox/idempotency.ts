import type { Clock } from "../lib/clock.ts";
import { digest } from "../lib/digest.ts";
import { isPayload, type Payload } from "./payload.ts";
import { Refusal } from "./refusal.ts";

export const replayWindowSeconds = 86_400;

export interface KeyedCall {
  readonly agent: string;
  readonly principal: string;
  readonly arguments: Payload;
}

/** The first run of a key, or its answer given again. */
export interface Once {
  readonly payload: Payload;
  readonly replayed: boolean;
}

/**
 * One answer per (agent, principal, key) on the simulated clock. A second call with the same key waits for the first.
 * Only successes are kept: after an error the same key runs again.
 */
export function idempotencyStore(clock: Clock) {
  const entries = new Map<
    string,
    { readonly hash: string; readonly at: number; readonly first: Promise<Payload> }
  >();

  return async function once(call: KeyedCall, run: () => Promise<Payload>): Promise<Once> {
    const id = JSON.stringify([call.agent, call.principal, call.arguments["idempotency_key"]]);
    const hash = payloadHash(call.arguments);
    for (;;) {
      const known = entries.get(id);
      if (known === undefined) break;
      if (known.hash !== hash)
        throw new Refusal(
          "IDEMPOTENCY_CONFLICT",
          "this key was used with another payload",
          "idempotency_key",
        );
      if (clock.now() - known.at > replayWindowSeconds * 1000)
        throw new Refusal("IDEMPOTENCY_EXPIRED", "this key is outside the replay window", "idempotency_key");
      const payload = await known.first.catch(() => undefined);
      if (payload !== undefined) return { payload, replayed: true };
    }
    const first = run();
    entries.set(id, { hash, at: clock.now(), first });
    try {
      return { payload: await first, replayed: false };
    } catch (error) {
      entries.delete(id);
      throw error;
    }
  };
}
export type Idempotency = ReturnType<typeof idempotencyStore>;

/** What makes two payloads the same: all but the key, the caller's context, the approval token and the webhook secret. */
function payloadHash(received: Payload): string {
  const { idempotency_key: _key, context: _context, governance_context: _token, ...payload } = received;
  const webhook = payload["push_notification_config"];
  if (!isPayload(webhook) || !isPayload(webhook["authentication"])) return digest(payload);
  const { credentials: _credentials, ...authentication } = webhook["authentication"];
  return digest({ ...payload, push_notification_config: { ...webhook, authentication } });
}
