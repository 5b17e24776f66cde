import { mkdirSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { briefJsonSchema } from "../src/brief/file/brief-schema.ts";
import { accountsFile } from "../src/campaign/admin/files/accounts-file.ts";
import { audiencesFile } from "../src/campaign/admin/files/audiences-file.ts";
import { catalogsFile } from "../src/campaign/admin/files/catalogs-file.ts";
import { eventsFile } from "../src/campaign/admin/files/events-file.ts";
import { creativesFileSchema } from "../src/campaign/change/creatives-file.ts";
import { resultsFileSchema } from "../src/campaign/measure/results/results-file.ts";
import { briefOutputSchema } from "../src/cli/text/brief.ts";
import { loginOutputSchema } from "../src/desk/administers/log-in.ts";
import { logoutOutputSchema } from "../src/desk/administers/log-out.ts";
import { invoicesOutputSchema } from "../src/desk/decides/enter-invoices.ts";
import { doctorOutputSchema } from "../src/desk/doctor/output.ts";
import { orphansOutputSchema } from "../src/desk/orphans.ts";
import { adminTaskOutputSchema } from "../src/desk/outputs/admin-task-output.ts";
import { buyChangeOutputSchema } from "../src/desk/outputs/buy-change-output.ts";
import { campaignOutputSchema } from "../src/desk/outputs/campaign-output.ts";
import { reallocationsOutputSchema } from "../src/desk/outputs/reallocations-output.ts";
import { releaseOutputSchema, stopOutputSchema } from "../src/desk/outputs/stop-output.ts";
import { resultsOutputSchema } from "../src/desk/proposes/import-results.ts";
import { makeGoodOutputSchema } from "../src/desk/proposes/make-good.ts";
import { loopOutputSchema } from "../src/desk/proposes/turn.ts";
import { askOutputSchema } from "../src/desk/reads/ask.ts";
import { buysListOutputSchema } from "../src/desk/reads/buys.ts";
import { claimsOutputSchema } from "../src/desk/reads/claims.ts";
import { sellersListOutputSchema } from "../src/desk/reads/credentials.ts";
import { inboxOutputSchema } from "../src/desk/reads/inbox.ts";
import { matchPackagesOutputSchema } from "../src/desk/reads/match-packages.ts";
import { statusOutputSchema } from "../src/desk/reads/status.ts";
import { sellersTestOutputSchema } from "../src/desk/reads/test-seller.ts";
import { sellersOutputSchema } from "../src/desk/reads/track-records.ts";
import { whatifOutputSchema } from "../src/desk/reads/what-if.ts";
import { statementSchema } from "../src/report/account/statement-schema.ts";
import { todaySchema } from "../src/report/today/today.ts";

/** File name in `schemas/` to the JSON Schema that it holds. */
export const schemas: Readonly<Record<string, () => object>> = {
  "accounts.schema.json": () => z.toJSONSchema(accountsFile.schema, { io: "input" }),
  "ask-output.schema.json": () => z.toJSONSchema(askOutputSchema),
  "audiences.schema.json": () => z.toJSONSchema(audiencesFile.schema, { io: "input" }),
  "brief.schema.json": briefJsonSchema,
  "buy-change-output.schema.json": () => z.toJSONSchema(buyChangeOutputSchema),
  "buys-list-output.schema.json": () => z.toJSONSchema(buysListOutputSchema),
  "brief-output.schema.json": () => z.toJSONSchema(briefOutputSchema),
  "claims-output.schema.json": () => z.toJSONSchema(claimsOutputSchema),
  "make-good-output.schema.json": () => z.toJSONSchema(makeGoodOutputSchema),
  "campaign-output.schema.json": () => z.toJSONSchema(campaignOutputSchema),
  "inbox-output.schema.json": () => z.toJSONSchema(inboxOutputSchema),
  "catalogs.schema.json": () => z.toJSONSchema(catalogsFile.schema, { io: "input" }),
  "creatives.schema.json": () => z.toJSONSchema(creativesFileSchema, { io: "input" }),
  "doctor-output.schema.json": () => z.toJSONSchema(doctorOutputSchema),
  "admin-task-output.schema.json": () => z.toJSONSchema(adminTaskOutputSchema),
  "events.schema.json": () => z.toJSONSchema(eventsFile.schema, { io: "input" }),
  "release-output.schema.json": () => z.toJSONSchema(releaseOutputSchema),
  "login-output.schema.json": () => z.toJSONSchema(loginOutputSchema),
  "logout-output.schema.json": () => z.toJSONSchema(logoutOutputSchema),
  "loop-output.schema.json": () => z.toJSONSchema(loopOutputSchema),
  "match-packages-output.schema.json": () => z.toJSONSchema(matchPackagesOutputSchema),
  "orphans-output.schema.json": () => z.toJSONSchema(orphansOutputSchema),
  "sellers-output.schema.json": () => z.toJSONSchema(sellersOutputSchema),
  "statement.schema.json": () => z.toJSONSchema(statementSchema),
  "results.schema.json": () => z.toJSONSchema(resultsFileSchema, { io: "input" }),
  "invoices-output.schema.json": () => z.toJSONSchema(invoicesOutputSchema),
  "results-output.schema.json": () => z.toJSONSchema(resultsOutputSchema),
  "sellers-list-output.schema.json": () => z.toJSONSchema(sellersListOutputSchema),
  "sellers-test-output.schema.json": () => z.toJSONSchema(sellersTestOutputSchema),
  "reallocations-output.schema.json": () => z.toJSONSchema(reallocationsOutputSchema),
  "stop-output.schema.json": () => z.toJSONSchema(stopOutputSchema),
  "whatif-output.schema.json": () => z.toJSONSchema(whatifOutputSchema),
  "status-output.schema.json": () => z.toJSONSchema(statusOutputSchema),
  "today-output.schema.json": () => z.toJSONSchema(todaySchema),
};

export function schemaText(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

if (import.meta.filename === process.argv[1]) {
  const folder = new URL("../schemas/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const [name, schema] of Object.entries(schemas))
    writeFileSync(new URL(name, folder), schemaText(schema()));
}
