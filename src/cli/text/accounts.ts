import type { AnswerOf } from "../../desk/operations.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { columns, paint } from "../../report/blocks/terminal-text.ts";

type AccountsOutput = AnswerOf<"accounts">;

export function accountsText({ accounts: rows }: AccountsOutput, colour: boolean): string {
  if (rows.length === 0) return "no seller holds an account for this buyer";
  const table = columns<AccountsOutput["accounts"][number]>(
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

export function failureText({ seller, reason }: AccountsOutput["failures"][number]): string {
  return `${seller}: ${cleanText(reason, 300)}`;
}
