import { logOut } from "../protocol/oauth/log-out.ts";
import type { Login } from "../protocol/oauth/login.ts";
import { exitCodes } from "./exit-codes.ts";
import { logoutOutput } from "./login-output.ts";
import { printJson } from "./output.ts";
import { openSession } from "./session.ts";
import { UsageError } from "./usage-error.ts";

/** `flightdesk logout`: the tokens are taken back and removed. It asks no registry: a login is known by its name here. */
export async function logout(name: string, flags: Readonly<Record<string, unknown>>): Promise<void> {
  await using session = await openSession(flags, { ephemeral: true, bare: true });
  const { book, fetch } = session.app.oauth;
  const { agentUrl, seller } = loginNamed(name, book.list());
  const forget = flags["forgetIssuer"] === true;
  const done = await logOut(agentUrl, { book, fetch, forget });
  if (flags["json"] === true) {
    process.exitCode = done.type === "not-revoked" ? exitCodes.failed : exitCodes.done;
    return printJson(logoutOutput({ seller, agentUrl }, done));
  }
  switch (done.type) {
    case "nobody":
      process.stdout.write(`${name}: nobody was logged in\n`);
      return;
    case "revoked":
      process.stdout.write(`${name}: logged out; the tokens are taken back and removed\n`);
      return;
    case "not-revoked":
      throw new Error(
        `${name}: the tokens are removed here, but not taken back: ${done.reason}. They are good until they run out`,
      );
  }
}

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
