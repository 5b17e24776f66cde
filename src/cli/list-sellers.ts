import { kindNames } from "../protocol/credentials/entry.ts";
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
  const output = sellersListOutput(credentialsFile(settings), knownSellers(settings), Date.now());
  if (flags["json"] === true) printJson(output);
  else process.stdout.write(`${text(output, process.stdout.isTTY)}\n`);
}

function text({ file, sellers }: SellersListOutput, colour: boolean): string {
  if (sellers.length === 0) return `${file}: no seller's credential is set`;
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
