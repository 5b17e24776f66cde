import { z } from "zod";
import { cleanText } from "../../lib/clean-text.ts";
import type { Described } from "../../lib/described.ts";
import { logOut as loggedOut } from "../../protocol/oauth/log-out.ts";
import type { Login } from "../../protocol/oauth/login.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

/** What `logout` prints with `--json`. */
export const logoutOutputSchema = z.strictObject({
  command: z.literal("logout"),
  seller: z.string().describe("as it was named at the login"),
  agentUrl: z.string(),
  result: z
    .enum(["revoked", "nobody", "not-revoked"])
    .describe(
      "tokens taken back and removed; nobody was logged in; removed here, but good until they run out",
    ),
  reason: z.string().optional().describe("why they were not taken back"),
});
type LogoutOutput = Described<typeof logoutOutputSchema>;

/** Takes a seller's tokens back and removes them. It asks no registry: a login is known by its name here. */
export const logOut = operation({
  input: z.strictObject({
    seller: z.string().describe("its name at the login, or its address"),
    forgetIssuer: z
      .boolean()
      .default(false)
      .describe("another authorization server may be confirmed next time"),
  }),
  output: logoutOutputSchema,
  run: async ({ dry }, { seller: name, forgetIssuer: forget }): Promise<LogoutOutput> => {
    const { book, fetch } = dry.oauth;
    const { agentUrl, seller } = loginNamed(name, await book.list());
    const done = await loggedOut(agentUrl, { book, fetch, forget });
    const head = { command: "logout", seller, agentUrl, result: done.type } as const;
    return done.type === "not-revoked" ? { ...head, reason: cleanText(done.reason, 600) } : head;
  },
});

function loginNamed(name: string, logins: readonly Login[]): Login {
  const byAddress = logins.filter(({ agentUrl }) => URL.canParse(name) && new URL(name).href === agentUrl);
  const meant = byAddress.length > 0 ? byAddress : logins.filter(({ seller }) => seller === name);
  const [login] = meant;
  if (login !== undefined && meant.length === 1) return login;
  const shown = (meant.length > 1 ? meant : logins).map(({ agentUrl, seller }) => `${seller} (${agentUrl})`);
  throw new UsageError(
    `"${name}" is not one login. ${shown.length > 0 ? `There are: ${shown.join(", ")}` : "There is none."}`,
  );
}
