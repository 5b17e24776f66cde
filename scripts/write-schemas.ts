import { mkdirSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { briefJsonSchema } from "../src/campaign/brief/brief-schema.ts";
import { creativesFileSchema } from "../src/campaign/change/creatives-file.ts";
import { accountsFile } from "../src/campaign/errand/files/accounts-file.ts";
import { audiencesFile } from "../src/campaign/errand/files/audiences-file.ts";
import { catalogsFile } from "../src/campaign/errand/files/catalogs-file.ts";
import { eventsFile } from "../src/campaign/errand/files/events-file.ts";
import { resultsFileSchema } from "../src/campaign/measure/results/results-file.ts";
import { askOutputSchema } from "../src/cli/ask-output.ts";
import { briefOutputSchema } from "../src/cli/brief-output.ts";
import { buysListOutputSchema } from "../src/cli/buys-list-output.ts";
import { buyChangeOutputSchema } from "../src/cli/buys-output.ts";
import { claimsOutputSchema, makegoodOutputSchema } from "../src/cli/claims-output.ts";
import { doctorOutputSchema } from "../src/cli/doctor/output.ts";
import { errandOutputSchema } from "../src/cli/errand-output.ts";
import { inboxOutputSchema } from "../src/cli/inbox-output.ts";
import { loginOutputSchema, logoutOutputSchema } from "../src/cli/login-output.ts";
import { loopOutputSchema } from "../src/cli/loop-output.ts";
import { orphansOutputSchema } from "../src/cli/orphans-output.ts";
import { campaignOutputSchema, statusOutputSchema } from "../src/cli/output.ts";
import { reallocationsOutputSchema } from "../src/cli/reallocations-output.ts";
import { resultsOutputSchema } from "../src/cli/results-output.ts";
import { sellersListOutputSchema, sellersTestOutputSchema } from "../src/cli/sellers-output.ts";
import { goOutputSchema, stopOutputSchema } from "../src/cli/stop-output.ts";
import { sellersOutputSchema } from "../src/cli/track-record-output.ts";
import { whatifOutputSchema } from "../src/cli/whatif-output.ts";
import { statementSchema } from "../src/report/account/statement-schema.ts";

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
  "makegood-output.schema.json": () => z.toJSONSchema(makegoodOutputSchema),
  "campaign-output.schema.json": () => z.toJSONSchema(campaignOutputSchema),
  "inbox-output.schema.json": () => z.toJSONSchema(inboxOutputSchema),
  "catalogs.schema.json": () => z.toJSONSchema(catalogsFile.schema, { io: "input" }),
  "creatives.schema.json": () => z.toJSONSchema(creativesFileSchema, { io: "input" }),
  "doctor-output.schema.json": () => z.toJSONSchema(doctorOutputSchema),
  "errand-output.schema.json": () => z.toJSONSchema(errandOutputSchema),
  "events.schema.json": () => z.toJSONSchema(eventsFile.schema, { io: "input" }),
  "go-output.schema.json": () => z.toJSONSchema(goOutputSchema),
  "login-output.schema.json": () => z.toJSONSchema(loginOutputSchema),
  "logout-output.schema.json": () => z.toJSONSchema(logoutOutputSchema),
  "loop-output.schema.json": () => z.toJSONSchema(loopOutputSchema),
  "orphans-output.schema.json": () => z.toJSONSchema(orphansOutputSchema),
  "sellers-output.schema.json": () => z.toJSONSchema(sellersOutputSchema),
  "statement.schema.json": () => z.toJSONSchema(statementSchema),
  "results.schema.json": () => z.toJSONSchema(resultsFileSchema, { io: "input" }),
  "results-output.schema.json": () => z.toJSONSchema(resultsOutputSchema),
  "sellers-list-output.schema.json": () => z.toJSONSchema(sellersListOutputSchema),
  "sellers-test-output.schema.json": () => z.toJSONSchema(sellersTestOutputSchema),
  "reallocations-output.schema.json": () => z.toJSONSchema(reallocationsOutputSchema),
  "stop-output.schema.json": () => z.toJSONSchema(stopOutputSchema),
  "whatif-output.schema.json": () => z.toJSONSchema(whatifOutputSchema),
  "status-output.schema.json": () => z.toJSONSchema(statusOutputSchema),
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
