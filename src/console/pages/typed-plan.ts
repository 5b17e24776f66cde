import type { AnswerOf, InputOf } from "../../desk/operations.ts";
import { type Money, money, toDecimal } from "../../lib/money.ts";
import { formatWhole } from "../../report/blocks/format.ts";
import type { Fields } from "../request.ts";
import type { Words } from "../words/english.ts";

type Report = AnswerOf<"report">["report"];
type Plan = NonNullable<Report["plan"]>;
export type Offer = Report["offers"][number];
export type Line = Pick<
  Plan["lines"][number],
  "lineId" | "offerId" | "product" | "sellerId" | "channels" | "amount" | "place" | "flight"
>;
export type Days = NonNullable<Line["flight"]>;

/** What a planner has typed into the grid of a plan, over the plan as it is now. */
export interface TypedPlan {
  readonly plan: Plan;
  /** Those of the plan, then those that are to come into it. */
  readonly lines: readonly Line[];
  /** Offers that are in none of them and may be bought, the best first. */
  readonly others: readonly Offer[];
  /** The flight, where lines may have days of their own within it. */
  readonly flight?: Days | undefined;
  /** What stands in each field, by its name. */
  readonly cells: ReadonlyMap<string, string>;
  /** The fields that somebody has typed into, to be known again. */
  readonly edited: string;
  /** Lines that have become others since the form was opened. */
  readonly moved: readonly Moved[];
}

interface Moved {
  readonly product: string;
  /** As cells show amounts; absent: there was no such line, or there is none any more. */
  readonly before?: string | undefined;
  readonly now?: string | undefined;
}

/** The form's fields, by their beginnings or as a whole. */
export const gridFields = {
  amount: "amount.",
  start: "start.",
  end: "end.",
  was: "was.",
  add: "add",
  addAmount: "add-amount",
  offer: "offer.",
  checked: "checked",
} as const;
export const typedFields = ["amount", "start", "end"] as const;

/** The form over the plan of the day: whoever has not typed into a field has what the plan has. */
export function typedPlan(
  { brief, offers }: Report,
  plan: Plan,
  given: Fields,
  { figure }: Words,
): TypedPlan {
  const flight = plan.lines.some(isInBurst) ? undefined : brief?.flight;
  const { lines, others } = withAdded(plan, offers, given);
  const shown = ({ amount, flight: own = flight }: Line) => ({
    amount: amount.minor > 0 ? cellOf(amount, figure) : "",
    start: own?.start ?? "",
    end: own?.end ?? "",
  });
  const before = new Map(
    [...given].flatMap(([name, value]) => {
      const [amount, start, end, ...product] = value.split(" ");
      const of = { amount, start, end, product: product.join(" ") };
      return name.startsWith(gridFields.was) ? [[name.slice(gridFields.was.length), of] as const] : [];
    }),
  );
  const edited = new URLSearchParams();
  const cells = lines.flatMap((line) =>
    typedFields.map((of): [string, string] => {
      const name = `${gridFields[of]}${line.lineId}`;
      const now = shown(line)[of];
      const text = (
        line.offerId === given.get(gridFields.add) && of === "amount"
          ? given.get(gridFields.addAmount)
          : given.get(name)
      )?.trim();
      if (text === undefined || text === (before.get(line.lineId)?.[of] ?? now)) return [name, now];
      edited.append(name, text);
      return [name, text];
    }),
  );
  const now = new Map(plan.lines.map((line) => [line.lineId, { ...shown(line), product: line.product }]));
  const moved =
    before.size === 0
      ? []
      : [...new Map([...before, ...now])].flatMap(([id, { product }]) => {
          const [was, is] = [before.get(id)?.amount, now.get(id)?.amount];
          return was === is ? [] : [{ product, before: was, now: is }];
        });
  return { plan, lines, others, flight, cells: new Map(cells), edited: edited.toString(), moved };
}

/** What a line has in a burst is named by it. */
export function isInBurst({ lineId, flight }: Line): boolean {
  return flight !== undefined && lineId.endsWith(`/${flight.start}`);
}

/** The plan's lines with those of offers that somebody has added, and the offers that are left. */
function withAdded({ lines, total }: Plan, offers: readonly Offer[], given: Fields) {
  const isIn = (all: readonly Line[], { lineId }: Offer) =>
    all.some((line) => line.lineId === lineId || line.lineId.startsWith(`${lineId}/`));
  const free = offers.filter((offer) => offer.rank !== undefined && !isIn(lines, offer));
  const added = free.flatMap((offer): Line[] => {
    const typed = given.get(`${gridFields.amount}${offer.lineId}`)?.trim() ?? "";
    const isStill =
      given.get(`${gridFields.offer}${offer.lineId}`) === offer.id && typed !== "" && typed !== "0";
    if (given.get(gridFields.add) !== offer.id && !isStill) return [];
    return [{ ...offer, offerId: offer.id, amount: money(0, total.currency) }];
  });
  return { lines: [...lines, ...added], others: free.filter((offer) => !isIn(added, offer)) };
}

/** As `what-if` and `replan` take them. */
export function amountsOf(
  { lines, cells, flight }: TypedPlan,
  { figure }: Words,
): NonNullable<InputOf<"what-if">["amounts"]> {
  return lines.map(({ lineId, offerId, product, amount }) => {
    const [cell = "", start = "", end = ""] = typedFields.map((of) =>
      cells.get(`${gridFields[of]}${lineId}`),
    );
    const isUntouched = amount.minor > 0 && cell === cellOf(amount, figure);
    const { currency } = amount;
    const days = flight !== undefined && { start, end };
    return {
      where: product,
      line: lineId,
      offer: offerId,
      amount: isUntouched ? toDecimal(amount) : cell,
      currency,
      ...days,
    };
  });
}

/** `33,412.90`, as a planner of this language types it. */
export function cellOf(amount: Money, figure: Words["figure"]): string {
  return figure(bare(formatWhole(amount)));
}

/** Without its currency, which stands over the grid. */
export function bare(text: string): string {
  return text.slice("EUR ".length);
}
