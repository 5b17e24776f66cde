import { formatMoney } from "../../../lib/money.ts";
import type { Question } from "../../model/brief.ts";
import type { MoneySpan } from "../grammar/money-span.ts";
import { quantitiesIn } from "../grammar/quantities.ts";
import type { Span } from "../grammar/spans.ts";
import { type Named, nameOf } from "../grammar/splits.ts";
import type { QuantitiesReading } from "../read-quantities.ts";

export interface Split {
  readonly amount: MoneySpan;
  readonly of: "country" | "channel";
  readonly name: string;
}

/** Amounts for single countries or channels, where the text has them for two or more. */
export function findSplits(
  text: string,
  amounts: readonly MoneySpan[],
  countries: readonly Named[],
  channels: readonly Named[],
): Split[] {
  return (
    [
      ["country", countries],
      ["channel", channels],
    ] as const
  ).flatMap(([of, names]) => {
    const splits = amounts.flatMap((amount): Split[] => {
      const named = nameOf(text, amount, amounts, names);
      return named === undefined ? [] : [{ amount, of, name: named.name }];
    });
    return new Set(splits.map(({ name }) => name)).size > 1 ? splits : [];
  });
}

/** What a brief cannot hold: how the budget is split between countries, or between audiences. */
export function askAboutSplits(
  splits: readonly Split[],
  shares: QuantitiesReading["countries"],
  audience: Span | undefined,
): Question[] {
  const questions: Question[] = [];
  const countries = [
    ...shares.map(({ name, text }) => `${name} ${text}`),
    ...splits.filter(({ of }) => of === "country").map(({ name, amount }) => `${name} ${told(amount)}`),
  ];
  if (countries.length > 0)
    questions.push({
      field: "countries",
      text: `A brief has one budget for all its countries. Shall there be one brief for each: ${countries.join("; ")}?`,
    });
  const channels = splits.filter(({ of }) => of === "channel");
  if (channels.length > 0)
    questions.push({
      field: "limits.channel_shares",
      text: `What shares of the budget are these, as percentages: ${channels.map(({ name, amount }) => `${name} ${told(amount)}`).join("; ")}?`,
    });
  if (
    audience !== undefined &&
    quantitiesIn(audience.text, []).filter(({ unit }) => unit === "share").length > 1
  )
    questions.push({
      field: "audience",
      text: `A brief has one audience. Shall there be one brief for each part of "${audience.text}"?`,
    });
  return questions;
}

function told(amount: MoneySpan): string {
  return amount.type === "clear" ? formatMoney(amount.amount) : amount.text;
}
