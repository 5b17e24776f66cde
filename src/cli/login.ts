import { createInterface } from "node:readline/promises";
import { capabilities } from "../campaign/discover/discover.ts";
import { publishersOf } from "../campaign/discover/publishers.ts";
import type { Seller } from "../campaign/discover/seller.ts";
import { durationSchema } from "../config.ts";
import { cleanText } from "../lib/clean-text.ts";
import { logIn } from "../protocol/oauth/log-in.ts";
import type { Pin } from "../protocol/oauth/login.ts";
import { publishersIssuers } from "../protocol/oauth/publishers-issuers.ts";
import { agentNamed } from "./errands.ts";
import { exitCodes } from "./exit-codes.ts";
import { loginOutput } from "./login-output.ts";
import { openBrowser } from "./open-browser.ts";
import { printJson } from "./output.ts";
import { openSession, type Session } from "./session.ts";
import { UsageError } from "./usage-error.ts";

type Flags = Readonly<Record<string, unknown>>;

/** `flightdesk login`: a person consents in a browser; what comes back is kept, and tried with one call. */
export async function login(name: string, flags: Flags): Promise<void> {
  const timeout = String(flags["timeout"]);
  const waitMs = durationSchema.safeParse(timeout);
  if (!waitMs.success) throw new UsageError(`--timeout: ${waitMs.error.issues[0]?.message}`);
  await using session = await openSession(flags, { ephemeral: true, bare: true });
  const agent = await agentNamed(name, "get_products", session);
  const publishers = await issuersFor(agent, session);
  const late = new AbortController();
  const timer = setTimeout(
    () =>
      late.abort(
        new Error(`nobody answered within ${timeout}; nothing is kept. Try again when you are ready`),
      ),
    waitMs.data,
  );
  let pin: Pin;
  try {
    ({ pin } = await logIn(
      {
        agentUrl: agent.agentUrl,
        seller: name,
        publishers,
        expectedIssuer: textOf(flags["issuer"]),
        clientId: textOf(flags["clientId"]),
      },
      {
        ...session.app.oauth,
        now: Date.now,
        confirmIssuer: (issuer) => confirm(name, issuer),
        show: (address) => show(address, flags["browser"] !== false),
        signal: late.signal,
      },
    ));
  } finally {
    clearTimeout(timer);
  }
  process.stderr.write(`${name}: logged in at ${pin.issuer}, on the word of ${vouchers[pin.by]}\n`);
  const problem = await problemWith(agent, session);
  if (flags["json"] === true) {
    process.exitCode = problem === undefined ? exitCodes.done : exitCodes.failed;
    return printJson(loginOutput({ seller: name, agentUrl: agent.agentUrl }, pin, problem));
  }
  if (problem !== undefined)
    throw new Error(`${name}: the login is kept, but a call with it failed: ${problem}`);
  process.stdout.write(`${name}: the login works\n`);
}

const vouchers = { publishers: "its publishers", person: "a person" };

/** What one call with the new login comes to: undefined where it is answered. */
async function problemWith({ agentUrl }: Seller, { app }: Session): Promise<string | undefined> {
  const answer = await app.ports("login").read(agentUrl, "get_capabilities", {}, { tries: 1 });
  return answer.type === "failed" ? answer.error.message : undefined;
}

/** The authorization servers that the seller's publishers name in their adagents.json. */
async function issuersFor(
  { domain, agentUrl, channels, tasks }: Seller,
  { app }: Session,
): Promise<readonly string[] | undefined> {
  const { read, readAdagents } = app.ports("login");
  const entry = { domain, agentUrl, channels, capabilities: tasks };
  const declared = await capabilities(entry, read);
  const claims = await publishersOf(entry, declared, read);
  return publishersIssuers(
    agentUrl,
    claims.map((claim) => claim.domain),
    readAdagents,
  );
}

async function confirm(name: string, issuer: string): Promise<boolean> {
  const shown = cleanText(issuer, 300);
  if (!process.stdin.isTTY)
    throw new UsageError(
      `${name} names ${shown} as its authorization server, and none of its publishers does. If the seller has told you so, add --issuer ${shown}`,
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(
      `${name} names ${shown} as its authorization server, and none of its publishers does.\n` +
        "Is it the one that the seller has told you of? It will be the only one from now on. [y/N] ",
    );
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

function show(address: string, browser: boolean): void {
  process.stderr.write(`log in and consent here:\n  ${address}\n`);
  if (browser) openBrowser(address);
}

function textOf(flag: unknown): string | undefined {
  return typeof flag === "string" ? flag : undefined;
}
