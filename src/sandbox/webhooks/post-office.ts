import { randomBytes, randomUUID } from "node:crypto";
import { isoTime } from "../../lib/clock.ts";
import { reasonToRefuse } from "../../protocol/addresses/address-rule.ts";
import { webhookProfile } from "../../protocol/signing/profile.ts";
import type { SigningKey } from "../../protocol/signing/sign.ts";
import { signRequest } from "../../protocol/signing/sign-request.ts";
import type { AgentDialect } from "../dialects/dialect.ts";
import type { Report } from "../media-buys/book.ts";

export interface SentReport {
  readonly agent: string;
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What was answered: HTTP, or nothing at all. */
  readonly status: number | undefined;
}

/** Where an agent's reports come from, and what it signs them with. */
export interface Sender {
  readonly agent: string;
  readonly key: SigningKey;
  readonly takeReports: () => readonly Report[];
}

interface Letter {
  readonly sender: Sender;
  readonly url: string;
  /** The same in every attempt, its idempotency key too; only the signature is fresh. */
  readonly body: string;
  attempts: number;
}

const mostAttempts = 5;
const patienceMs = 5_000;

/**
 * Sends agents' reports to whoever registered for them. `deliver` makes one attempt for each that is due; what was not
 * taken for a reason that may pass is tried again at the next call, five times in all.
 */
export function postOffice(
  senders: readonly Sender[],
  ports: { readonly now: () => number; readonly wireNow: () => number; readonly dialect: AgentDialect },
) {
  const { now, wireNow, dialect } = ports;
  const sent: SentReport[] = [];
  let letters: Letter[] = [];
  let delivering: Promise<void> = Promise.resolve();

  const profile = { ...webhookProfile, tag: dialect.spelled.webhookTag };
  const write = (sender: Sender, report: Report): Letter => {
    const { url } = report;
    const envelope = {
      idempotency_key: `evt_${randomUUID()}`,
      ...dialect.report(report),
      timestamp: isoTime(now()),
    };
    return { sender, url, body: JSON.stringify(envelope), attempts: 0 };
  };

  const attempt = async (letter: Letter): Promise<boolean> => {
    const { sender, url, body } = letter;
    letter.attempts += 1;
    const outgoing = { bytes: Buffer.from(body), contentType: "application/json" };
    const headers = signRequest(
      { method: "POST", targetUri: url, body: outgoing },
      { profile, key: sender.key, now: wireNow(), nonce: randomBytes(16) },
    );
    const status = await post(url, headers, body);
    sent.push({ agent: sender.agent, url, body, headers, status });
    return !(status === undefined || status >= 500 || status === 429) || letter.attempts >= mostAttempts;
  };

  const deliverAll = async () => {
    letters.push(...senders.flatMap((sender) => sender.takeReports().map((report) => write(sender, report))));
    const settled = await Promise.all(letters.map(attempt));
    letters = letters.filter((_, index) => settled[index] === false);
  };

  return {
    /** Every attempt so far, in order. */
    sent: sent as readonly SentReport[],
    deliver: (): Promise<void> => {
      delivering = delivering.then(deliverAll);
      return delivering;
    },
  };
}
export type PostOffice = ReturnType<typeof postOffice>;

async function post(url: string, headers: Readonly<Record<string, string>>, body: string) {
  // The addresses are a caller's words: only this machine and the open web over https are written to.
  if (reasonToRefuse(url, true) !== undefined) return undefined;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}
