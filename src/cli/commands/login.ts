import { exitCodes } from "../exit-codes.ts";
import { textOf } from "../flags.ts";
import { Command, withSettings } from "../options.ts";
import { printJson } from "../print.ts";

export function loginCommand(): Command {
  return withSettings(new Command("login"))
    .summary("log in at a seller that wants OAuth")
    .description(
      "Opens the seller's login page in a browser and stores the tokens in a file that only you can read. " +
        "The authorization server must be named by the seller's publishers or confirmed by you, and must stay " +
        "the same at later logins.",
    )
    .argument("<seller>", "its id or domain in the registry, or its address; the registry by its own")
    .option("--no-browser", "only print the login page's address")
    .option("--issuer <url>", "the authorization server, if the seller gave you its address")
    .option("--client-id <id>", "our client id, if the seller's server does not allow registration")
    .option("--timeout <time>", "how long to wait for you", "5 min")
    .prints("login harbour.example")
    .asking({ bare: true }, async ({ ask, flags }, seller: string) => {
      const { atTheBrowser } = await import("../at-the-browser.ts");
      const { issuer, clientId, timeout, browser } = flags;
      const input = {
        seller,
        issuer: textOf(issuer),
        clientId: textOf(clientId),
        timeout: textOf(timeout),
        person: atTheBrowser(seller, browser !== false),
      };
      const done = await ask("log-in", input);
      if (flags["json"] === true) {
        process.exitCode = done.accepted ? exitCodes.done : exitCodes.failed;
        return printJson(done);
      }
      if (!done.accepted)
        throw new Error(`${seller}: the login is kept, but a call with it failed: ${done.reason}`);
      process.stdout.write(`${seller}: the login works\n`);
    });
}

export function logoutCommand(): Command {
  return withSettings(new Command("logout"))
    .summary("log out at a seller: revoke and delete its tokens")
    .argument("<seller>", "its name at login, or its address")
    .option("--forget-issuer", "allow another authorization server at the next login, after you confirm it")
    .prints("logout harbour.example")
    .asking({ bare: true }, async ({ ask, flags }, seller: string) => {
      const done = await ask("log-out", { seller, forgetIssuer: flags["forgetIssuer"] === true });
      if (flags["json"] === true) {
        process.exitCode = done.result === "not-revoked" ? exitCodes.failed : exitCodes.done;
        return printJson(done);
      }
      switch (done.result) {
        case "nobody":
          process.stdout.write(`${seller}: nobody was logged in
  `);
          return;
        case "revoked":
          process.stdout.write(`${seller}: logged out; the tokens are taken back and removed
  `);
          return;
        case "not-revoked":
          throw new Error(
            `${seller}: the tokens are removed here, but not taken back: ${done.reason}. They are good until they run out`,
          );
      }
    });
}
