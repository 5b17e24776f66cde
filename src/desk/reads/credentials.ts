import { z } from "zod";
import { openKeptPages } from "../../ledger/open-ledger.ts";
import { dayMs } from "../../lib/days.ts";
import { type Described, each, fields } from "../../lib/described.ts";
import type { Entry } from "../../protocol/credentials/entry.ts";
import { environmentName } from "../../protocol/credentials/file.ts";
import type { PlacedEntry } from "../../protocol/credentials/place.ts";
import type { Login } from "../../protocol/oauth/login.ts";
import { openLoginBook } from "../../protocol/oauth/login-book.ts";
import { credentialsFile } from "../files/credentials.ts";
import { knownSellers } from "../known-sellers.ts";
import { operation } from "../operation.ts";

const kindSchema = z.enum(["bearer", "basic", "certificate", "signature"]);

/** What `sellers list` prints with `--json`: kinds, places and ages, never a value. */
export const sellersListOutputSchema = fields({
  command: z.literal("sellers list"),
  file: z.string(),
  sellers: each({
    seller: z.string(),
    sentTo: z.string().describe("the one address that it is sent to, with what lies below"),
    kind: kindSchema,
    from: z.string().describe("where its secret is: the file, an environment variable, another file"),
    added: z.string().optional().describe("day that it was set"),
    ageDays: z.number().int().optional(),
    old: z.boolean().describe("older than 90 days, after which it is due for another"),
  }),
  logins: each({
    seller: z.string(),
    sentTo: z.string().describe("the one address that its tokens are sent to"),
    issuer: z.string().describe("the authorization server, the only one that is taken"),
    begun: z.string().optional().describe("day of the login; absent where nobody is logged in now"),
    ageDays: z.number().int().optional(),
    ended: z.string().optional().describe("why the last login is over although nobody logged out"),
  }).describe("sellers that somebody has logged in at with OAuth"),
});
type SellersListOutput = Described<typeof sellersListOutputSchema>;

const longestDays = 90;

function shownCredential({ seller, entry, place }: PlacedEntry): SellersListOutput["sellers"][number] {
  const { added, kind } = entry;
  const ageDays = added === undefined ? undefined : daysSince(added);
  return {
    seller,
    sentTo: `${place.origin}${place.path}`,
    kind,
    from: sourceOf(entry),
    added,
    ageDays,
    old: (ageDays ?? 0) > longestDays,
  };
}

function shownLogin({ seller, agentUrl, pin, session, ended }: Login): SellersListOutput["logins"][number] {
  const since = session && { begun: session.begunAt.slice(0, 10), ageDays: daysSince(session.begunAt) };
  return { seller, sentTo: agentUrl, issuer: pin.issuer, ...since, ended };
}

function daysSince(time: string): number {
  return Math.floor((Date.now() - Date.parse(time)) / dayMs);
}

function sourceOf(entry: Entry): string {
  switch (entry.kind) {
    case "bearer":
      return written(entry.token);
    case "basic":
      return written(entry.password);
    case "certificate":
    case "signature":
      return entry.key_file;
  }
}

function written(secret: string): string {
  const name = environmentName(secret);
  return name === undefined ? "the file" : `env:${name}`;
}

/** Whose credentials are set, of which kind and how old; no seller is asked. */
export const credentials = operation({
  input: fields({}),
  output: sellersListOutputSchema,
  run: async ({ settings, home }): Promise<SellersListOutput> => {
    const pages = openKeptPages({ home, url: settings.ledger_url }, "login");
    try {
      const logins = (await openLoginBook(pages).list()).map(shownLogin);
      const sellers = knownSellers(settings).map(shownCredential);
      return { command: "sellers list", file: credentialsFile(settings), sellers, logins };
    } finally {
      await pages.close();
    }
  },
});
