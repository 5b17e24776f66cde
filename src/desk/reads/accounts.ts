import { z } from "zod";
import { cleanText } from "../../lib/clean-text.ts";
import { type Described, each, fields } from "../../lib/described.ts";
import { agentNamed } from "../admin-tasks.ts";
import { operation } from "../operation.ts";

/** What `accounts list` prints with `--json`. */
const accountsOutputSchema = fields({
  command: z.literal("accounts list"),
  accounts: each({
    seller: z.string(),
    account: z.string().optional(),
    status: z.string(),
    brand: z.string().optional(),
  }),
  failures: each({ seller: z.string(), reason: z.string() }),
});
type AccountsOutput = Described<typeof accountsOutputSchema>;

/** The accounts that sellers hold for this buyer. */
export const accounts = operation({
  input: fields({
    sellers: z.array(z.string()).default([]).describe("ids or domains; all that list accounts where empty"),
  }),
  output: accountsOutputSchema,
  run: async (desk, { sellers }): Promise<AccountsOutput> => {
    const ports = await desk.dry.ports("accounts");
    const agents =
      sellers.length > 0
        ? await Promise.all(sellers.map((name) => agentNamed(name, "list_accounts", desk.dry)))
        : (await ports.searchRegistry({ capability: "list_accounts" })).map(({ domain, agentUrl }) => ({
            id: domain,
            agentUrl,
          }));
    const answers = await Promise.all(
      agents.map(async ({ id, agentUrl }) => ({
        id,
        answer: await ports.read(agentUrl, "list_accounts", {}, { tries: 1 }),
      })),
    );
    const rows = answers.flatMap(({ id, answer }): AccountsOutput["accounts"] =>
      answer.type === "answered"
        ? answer.payload.accounts.map((account) => ({
            seller: id,
            account: cleanText(account.account_id, 80),
            status: cleanText(account.status, 40),
            ...brandOf(account["brand"]),
          }))
        : [],
    );
    const failures = answers.flatMap(({ id, answer }) => {
      if (answer.type === "answered") return [];
      return [{ seller: id, reason: answer.type === "failed" ? answer.error.message : "it answers later" }];
    });
    return { command: "accounts list", accounts: rows, failures };
  },
});

function brandOf(brand: unknown): { brand?: string } {
  return typeof brand === "object" && brand !== null && "domain" in brand && typeof brand.domain === "string"
    ? { brand: cleanText(brand.domain, 80) }
    : {};
}
