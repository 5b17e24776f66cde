import type { SellersListOutput } from "../../desk/reads/credentials.ts";
import { kindNames } from "../../protocol/credentials/entry.ts";
import { columns, paint } from "../../report/renderers/terminal-text.ts";

/** Whose credentials are set, and where somebody is logged in. */
export function credentialsText({ file, sellers, logins }: SellersListOutput, colour: boolean): string {
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
