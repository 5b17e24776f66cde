import { formatMoney } from "../../../lib/money.ts";
import type { MoneySpan } from "../grammar/amounts.ts";
import { quantitiesIn } from "../grammar/quantities.ts";
import type { Span } from "../grammar/spans.ts";
import { type Named, nameOf } from "../grammar/splits.ts";
import { type Asked, ask } from "../question.ts";
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
): Asked[] {
  const parts = (of: Split["of"]) =>
    splits
      .filter((split) => split.of === of)
      .map(
        ({ name, amount }) => `${name} ${amount.type === "clear" ? formatMoney(amount.amount) : amount.text}`,
      );
  const countries = [...shares.map(({ name, text }) => `${name} ${text}`), ...parts("country")];
  const channels = parts("channel");
  const groups = quantitiesIn(audience?.text ?? "", []).filter(({ unit }) => unit === "share");
  return [
    ...(countries.length > 0 ? [ask("countries", "splits.countries", { parts: countries })] : []),
    ...(channels.length > 0 ? [ask("limits.channel_shares", "splits.channels", { parts: channels })] : []),
    ...(audience && groups.length > 1 ? [ask("audience", "splits.audience", { audience })] : []),
  ];
}
