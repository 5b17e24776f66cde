import { wholeText } from "../lib/limited-body.ts";
import type { Schedule } from "../lib/schedule.ts";
import type { Secret } from "../lib/secret.ts";
import { AddressRefused, isLoopback } from "../protocol/addresses/address-rule.ts";
import { guardedFetch } from "../protocol/addresses/guarded-fetch.ts";
import type { Topic } from "./notification.ts";
import type { Message } from "./words.ts";

/** One place where people get messages. */
export interface Channel {
  /** As the ledger and `status` have it. */
  readonly id: string;
  /** Who reads it, as a link says whom it was sent to. */
  readonly to: string;
  readonly about: readonly Topic[];
  readonly digest: Schedule;
  /** Resolves when the other side has acknowledged it; rejects with a sentence that holds no secret. */
  readonly send: Send;
}

export type Send = (message: Message) => Promise<void>;

/** Nobody is waited for longer, in milliseconds. */
export const longestSendMs = 20_000;
const longestAnswer = 64 * 1024;

/** Posts JSON to the one address that the settings name, and nowhere else: no redirect is followed. */
export function postTo(address: Secret) {
  const url = address.reveal();
  const { origin, hostname } = new URL(url);
  const fetch = guardedFetch({ allowLoopback: isLoopback(hostname), ownOrigins: [origin] });
  return async (body: string, headers: Readonly<Record<string, string>> = {}): Promise<void> => {
    const signal = AbortSignal.timeout(longestSendMs);
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body,
      signal,
    }).catch((cause: unknown) => {
      throw new Error(cause instanceof AddressRefused ? cause.message : "it did not answer", { cause });
    });
    await wholeText(response, longestAnswer, signal).catch(() => undefined);
    if (!response.ok) throw new Error(`it answered HTTP ${response.status}`);
  };
}
