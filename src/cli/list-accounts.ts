import { cleanText } from "../lib/clean-text.ts";
import { columns } from "../report/terminal/columns.ts";
import { paint } from "../report/terminal/paint.ts";
import { agentNamed } from "./errands.ts";
import { exitCodes } from "./exit-codes.ts";
import { printJson } from "./output.ts";
import { openSession } from "./session.ts";

interface Row {
  readonly seller: string;
  readonly account?: string;
  readonly status: string;
  readonly brand?: string;
}

/** `flightdesk accounts list`: the accounts that sellers hold for this buyer; sellers that do not answer are rows too. */
export async function listAccounts(flags: Readonly<Record<string, unknown>>): Promise<void> {
  await using session = await openSession(flags, { ephemeral: true });
  const ports = session.app.ports("accounts");
  const named = Array.isArray(flags["seller"]) ? flags["seller"].map(String) : [];
  const agents =
    named.length > 0
      ? await Promise.all(named.map((name) => agentNamed(name, "list_accounts", session)))
      : (await ports.searchRegistry({ capability: "list_accounts" })).map(({ domain, agentUrl }) => ({
          id: domain,
          agentUrl,
        }));
  const asked = await Promise.all(
    agents.map(async ({ id, agentUrl }) => ({
      id,
      answer: await ports.read(agentUrl, "list_accounts", {}, { tries: 1 }),
    })),
  );
  const rows = asked.flatMap(({ id, answer }): Row[] =>
    answer.type === "answered"
      ? answer.payload.accounts.map((account) => ({
          seller: id,
          account: cleanText(account.account_id, 80),
          status: cleanText(account.status, 40),
          ...brandOf(account["brand"]),
        }))
      : [],
  );
  const failures = asked.flatMap(({ id, answer }) => {
    if (answer.type === "answered") return [];
    return [{ seller: id, reason: answer.type === "failed" ? answer.error.message : "it answers later" }];
  });
  if (failures.length > 0) process.exitCode = exitCodes.failed;
  if (flags["json"] === true) return printJson({ command: "accounts list", accounts: rows, failures });
  process.stdout.write(`${listText(rows, process.stdout.isTTY)}\n`);
  for (const { seller, reason } of failures) process.stderr.write(`${seller}: ${cleanText(reason, 300)}\n`);
}

function brandOf(brand: unknown): { brand?: string } {
  return typeof brand === "object" && brand !== null && "domain" in brand && typeof brand.domain === "string"
    ? { brand: cleanText(brand.domain, 80) }
    : {};
}

function listText(rows: readonly Row[], colour: boolean): string {
  if (rows.length === 0) return "no seller holds an account for this buyer";
  const table = columns<Row>(
    [
      { label: "seller", most: 32, cell: ({ seller }) => seller },
      { label: "account", most: 44, cell: ({ account = "" }) => account },
      { label: "status", most: 20, cell: ({ status }) => status },
      { label: "brand", most: 28, cell: ({ brand = "" }) => brand },
    ],
    rows,
    paint(colour),
  );
  return table.join("\n");
}
