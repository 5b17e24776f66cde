import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { simulatedClock } from "../src/lib/clock.ts";
import { formatMoney, money } from "../src/lib/money.ts";
import { damages } from "../test/interop/agents/damage.ts";
import { openCampaign } from "../test/interop/open-campaign.ts";
import type { Shopping, Told } from "./kill-and-lie-sellers.ts";

/**
 * Is everything that sellers booked in the ledger, once and to the cent, whatever becomes of their answers? Sellers that are
 * built with the public standard's SDK, in a process of their own, lose or garble the first answer to each order; a campaign
 * of the whole product buys at as many as asked for of each kind. Their books are held against the ledger, buy by buy.
 * Exits 1 on any difference. `npx tsx bench/kill-and-lie.ts 6 a2a-1.0` has them speak A2A alone, `a2a-0.3` its older line.
 */
const [given = "6", wire = "mcp"] = process.argv.slice(2);
const sellersOfEach = Number(given);
/** What a seller does not answer within is sent again, with its key. */
const waits = { changeTimeoutMs: 4_000, secondLookMs: 100 };

const sellers = fork(new URL("kill-and-lie-sellers.ts", import.meta.url), [`${sellersOfEach}`, wire], {
  execArgv: ["--import", "tsx"],
  // The standard's server keeps nothing in memory where it may be in production.
  env: { ...process.env, NODE_ENV: "test" },
});
// Each sends what the other one reads.
const [markets] = (await once(sellers, "message")) as [readonly Shopping[]];

const columns = [
  "what becomes of an order's first answer",
  "orders",
  "damaged",
  "in sellers' books",
  "in the ledger",
  "doubles",
  "losses",
];
process.stdout.write(`| ${columns.join(" | ")} |\n| --- |${" ---: |".repeat(columns.length - 1)}\n`);
let differences = 0;
for (const [index, market] of markets.entries()) {
  const ledger = await bought(market);
  const told = (await books(sellers))[index];
  if (told === undefined) throw new Error(`nobody tells the books of ${market.damage}`);
  const known = new Map(ledger.map(({ id, minor }) => [id, minor]));
  const right = told.buys.filter(({ id, minor }) => known.get(id) === minor);
  const doubles = Math.max(0, told.buys.length - sellersOfEach);
  // Booked and not known, known and not booked, or for another amount.
  const losses = told.buys.length - right.length + ledger.length - right.length;
  const missing = sellersOfEach - right.length;
  differences += doubles + losses + missing;
  const row = [
    market.damage === "none" ? "nothing" : damages[market.damage],
    told.orders,
    told.damaged,
    inWords(told.buys),
    inWords(ledger),
    doubles,
    losses,
  ];
  process.stdout.write(`| ${row.join(" | ")} |\n`);
}
sellers.disconnect();
process.stdout.write(
  `\nbuys that books and ledger do not both have, once and to the cent: kill-and-lie over ${wire} ${differences} (limit 0)\n`,
);
if (differences > 0) process.exitCode = 1;

/** What the ledger of a campaign at these sellers says that was bought, after as many runs as a person would try. */
async function bought({ sellers: known, registryUrl: url, wellKnownUrl, governance }: Shopping) {
  const nobody = { calls: [], [Symbol.asyncDispose]: () => Promise.resolve() };
  await using campaign = await openCampaign({
    clock: simulatedClock("2027-01-04T08:00:00Z"),
    registry: { ...nobody, url, wellKnownUrl },
    governance: { ...nobody, ...governance },
    known: known.map((seller) => ({ ...nobody, ...seller })),
    brief: {
      name: "Kill and lie",
      channels: ["olv"],
      budget: money(known.length * 1_234_567, "EUR"),
      // No seller gets more than its part, so that each gets one.
      limits: { maxPackages: known.length, maxSharePerSeller: 1 / known.length + 0.001, excludedSellers: [] },
    },
    waits,
  });
  for (let run = 0; run < 3; run++) await campaign.run();
  return (await campaign.state()).steps
    .filter(({ step, status }) => step.task === "create_media_buy" && status === "done")
    .map(({ step, receipt }) => ({ id: String(receipt?.payload["media_buy_id"]), minor: step.amount.minor }));
}

async function books(process: ChildProcess): Promise<readonly Told[]> {
  process.send("books");
  const [told] = (await once(process, "message")) as [readonly Told[]];
  return told;
}

function inWords(buys: readonly { readonly minor: number }[]): string {
  const sum = buys.reduce((total, { minor }) => total + minor, 0);
  return `${buys.length}, ${formatMoney(money(sum, "EUR"))}`;
}
