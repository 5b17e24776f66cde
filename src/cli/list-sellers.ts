import { join } from "node:path";
import { kindNames } from "../protocol/credentials/entry.ts";
import { openLoginBook } from "../protocol/oauth/login-book.ts";
import { columns } from "../report/terminal/columns.ts";
import { paint } from "../report/terminal/paint.ts";
import { knownSellers } from "./known-sellers.ts";
import { credentialsFile } from "./load-credentials.ts";
import { loadSettings } from "./load-settings.ts";
import { printJson } from "./output.ts";
import { type SellersListOutput, sellersListOutput } from "./sellers-output.ts";

/** `flightdesk sellers list`: whose credentials are set, of which kind and how old; no seller is asked. */
export function listSellers(flags: Readonly<Record<string, unknown>>): void {
  const { settings } = loadSettings(flags);
  const logins = openLoginBook(join(settings.home ?? ".flightdesk", "logins")).list();
  const output = sellersListOutput(
    credentialsFile(settings),
    { known: knownSellers(settings), logins },
    Date.now(),
  );
  if (flags["json"] === true) printJson(output);
  else process.stdout.write(`${text(output, process.stdout.isTTY)}\n`);
}

function text({ file, sellers, logins }: SellersListOutput, colour: boolean): string {
  const parts = [
    ...(sellers.length === 0 ? [] : [credentials(sellers, colour)]),
    ...(logins.length === 0 ? [] : [loggedIn(logins, colour)]),
  ];
  return parts.length === 0 ? `${file}: no seller's credential is set` : parts.join("\n\n");
}

function loggedIn(logins: SellersListOutput["logins"], colour: boolean): string {
  return columns<SellersListOutput["logins"][number]>(
    [
      { label: "seller", most: 28, cell: ({ seller }) => seller },
      { label: "kind", most: 22, cell: () => "login (OAuth)" },
      { label: "from", most: 40, cell: ({ issuer }) => issuer },
      {
        label: "age",
        most: 60,
        cell: ({ ageDays, ended }) =>
          ageDays === undefined ? (ended === undefined ? "logged out" : `over: ${ended}`) : `${ageDays} days`,
      },
    ],
    logins,
    paint(colour),
  ).join("\n");
}

function credentials(sellers: SellersListOutput["sellers"], colour: boolean): string {
  return columns<SellersListOutput["sellers"][number]>(
    [
      { label: "seller", most: 28, cell: ({ seller }) => seller },
      { label: "kind", most: 22, cell: ({ kind }) => kindNames[kind] },
      { label: "from", most: 20, cell: ({ from }) => from },
      {
        label: "age",
        most: 24,
        cell: ({ ageDays, old }) =>
          ageDays === undefined ? "not known" : `${ageDays} days${old ? ", due for another" : ""}`,
      },
    ],
    sellers,
    paint(colour),
  ).join("\n");
}
