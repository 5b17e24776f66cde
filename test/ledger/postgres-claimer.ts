import { openPostgresLedger } from "../../src/ledger/postgres.ts";

/** One of several processes that claim from one cap and write to one chain; prints how many of its claims were taken. */
const [url = "", keyFile = "", name = ""] = process.argv.slice(2);
const ledger = openPostgresLedger({ url, keyFile, now: Date.now });
const cap = { scope: "seller", key: "x", currency: "EUR", minor: 1, cap: 500 };
let taken = 0;
for (let n = 0; n < 300; n++) {
  const stepId = `${name}-${n}`;
  const reserved = await ledger.append(`campaign-${name}`, {
    event: { type: "noted" },
    key: stepId,
    reserve: { stepId, claims: [cap] },
  });
  if (reserved.type === "appended") taken += 1;
  // Every process writes every key: each of them once.
  await ledger.append("shared", { event: { type: "noted" }, key: `k${n}` });
}
await ledger.close();
process.stdout.write(String(taken));
