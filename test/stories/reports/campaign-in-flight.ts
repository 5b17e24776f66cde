import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { consoleApp } from "../../../src/console/console.ts";
import { openDrafts } from "../../../src/console/drafts.ts";
import { openSessions } from "../../../src/console/sessions.ts";
import { openWorks } from "../../../src/console/works.ts";
import { callOperation } from "../../../src/desk/operations.ts";
import { money } from "../../../src/lib/money.ts";
import { pagesInMemory } from "../../../src/lib/private-pages.ts";
import { type MidFlight, openMidFlight, person } from "../../desk/mid-flight.ts";
import { connect, key } from "../../sandbox/connect.ts";

const brief = readFileSync("examples/brief-to-campaign/brief.yaml", "utf8").replace(
  "budget: 250,000 EUR",
  "budget: 280,000 EUR\nfees:\n  - { name: agency fee, share: 10% }",
);

/** The states that are compared, each a day or more after the one before it. */
export const changes: readonly (readonly [name: string, make: (flight: MidFlight) => Promise<void>])[] = [
  ["as it was bought", () => Promise.resolve()],
  [
    "after a cut and a pause of ours",
    async (flight) => {
      const [first, second] = await linesOf(flight);
      const { minor, currency } = first?.current ?? money(0, "EUR");
      const to = money(Math.round(minor * 0.9), currency);
      await change(flight, first?.lineId, { verb: "decrease", to });
      await change(flight, second?.lineId, { verb: "pause" });
    },
  ],
  [
    "after a raise of ours, with what the cut left",
    async (flight) => {
      const [first, , ...others] = await linesOf(flight);
      const other = others.find(({ sellerId }) => sellerId !== "kiosk-exchange.example");
      const { minor, currency } = other?.current ?? money(0, "EUR");
      const left = (first?.signed.minor ?? 0) - (first?.current.minor ?? 0);
      await change(flight, other?.lineId, { verb: "increase", to: money(minor + left, currency) });
    },
  ],
  [
    "after a cut of a line that pays for data",
    async (flight) => {
      const weather = (await linesOf(flight)).find(({ lineId }) => lineId.endsWith("gl_ctv_weather"));
      await change(flight, weather?.lineId, { verb: "decrease", to: money(4_000_000, "EUR") });
    },
  ],
  ["after its seller has raised a line by itself", (flight) => sellersOwn(flight, 41_000)],
  ["after its seller has cut a line by itself", (flight) => sellersOwn(flight, 33_000)],
];

async function linesOf({ desk, campaign }: MidFlight) {
  return (await callOperation("live", desk, { campaign }, person)).campaigns[0]?.lines ?? [];
}

type Requested = Parameters<typeof callOperation<"change-buy">>[2]["requested"];

async function change({ desk }: MidFlight, line: string | undefined, requested: Requested): Promise<void> {
  if (line === undefined) throw new Error("there is no such line");
  const input = { line, requested, reason: "the client called", execute: true };
  const { status } = await callOperation("change-buy", desk, input, person);
  if (status !== "done") throw new Error(`the change of ${line} is ${status}`);
}

/** Somebody at the seller changes the budget of our line in its books. */
async function sellersOwn(flight: MidFlight, budget: number): Promise<void> {
  const { desk, campaign, sandbox } = flight;
  const line = (await linesOf(flight)).find(({ sellerId }) => sellerId === "kiosk-exchange.example");
  const { report } = await callOperation("report", desk, { campaign }, person);
  if (line === undefined || report.sellers.length === 0) throw new Error("nothing is bought there");
  const { call } = await connect(sandbox, "/sellers/kiosk/mcp");
  await call("update_media_buy", {
    idempotency_key: key(),
    media_buy_id: line.mediaBuyId,
    updates: { packages: [{ package_id: line.packageId, budget }] },
  });
}

/** Days pass, and nobody decides what is asked. */
export async function passUndecided({ desk, sandbox, campaign }: MidFlight, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    sandbox.advance(1);
    await callOperation("resume", desk, { campaign }, person);
  }
}

export function openFlight(): Promise<MidFlight> {
  return openMidFlight({ brief, days: 24 });
}

/** What the console answers to somebody who is logged in. */
export async function openPages({ desk }: MidFlight): Promise<(path: string) => Promise<string>> {
  const sessions = openSessions({
    now: () => 0,
    random: randomUUID,
    person: "kim",
    pages: pagesInMemory(),
  });
  const { fetch } = consoleApp({
    hosts: new Set(["localhost"]),
    cookie: "figures",
    sessions,
    works: openWorks(() => Promise.reject(new Error("nothing is begun here")), randomUUID),
    live: { position: () => Promise.resolve(0), open: () => new Response() },
    drafts: openDrafts({ now: () => 0, newId: randomUUID, pages: pagesInMemory() }),
    begun: { pages: pagesInMemory(), now: () => 0, random: randomUUID },
    approvers: () => undefined,
    desk: () => desk,
    printLink: () => undefined,
    failed: (cause) => {
      throw cause;
    },
  });
  const { id } = await sessions.admit({ person: "kim" });
  return async (path) => {
    const headers = { cookie: `figures=${id}`, host: "localhost" };
    const answer = await fetch(new Request(`http://localhost/console${path}`, { headers }));
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return answer.text();
  };
}
