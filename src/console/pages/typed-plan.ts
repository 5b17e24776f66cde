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
  /** Offers that may be bought beside them, the best first. */
  readonly others: readonly Offer[];
  /** Those that the plan has lines in. */
  readonly bursts: readonly Days[];
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
  burst: "burst",
  workbook: "workbook",
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
  const { lines, ...added } = withAdded(plan, offers, given);
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
      const isNew = of === "amount" && line.lineId === added.chosen;
      const text = given.get(isNew ? gridFields.addAmount : name)?.trim();
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
  return { plan, lines, ...added, flight, cells: new Map(cells), edited: edited.toString(), moved };
}

/** What a line has in a burst is named by it. */
export function isInBurst({ lineId, flight }: Line): boolean {
  return flight !== undefined && lineId.endsWith(`/${flight.start}`);
}

/** The plan's lines with those of offers that somebody has added, and the offers that are left. */
function withAdded({ lines, total }: Plan, offers: readonly Offer[], given: Fields) {
  const bursts = [
    ...new Map(
      lines.flatMap((line) => (line.flight && isInBurst(line) ? [[line.flight.start, line.flight]] : [])),
    ).values(),
  ].sort((one, other) => (one.start < other.start ? -1 : 1));
  /** Under which lines it may come in: as a whole, or in the bursts in which it is not yet. */
  const freeIn = (all: readonly Line[], { lineId }: Offer) => {
    const own = all.filter((line) => isLineOf(line.lineId, lineId));
    if (own.length === 0) return [lineId];
    const isWhole = own.some((line) => line.lineId === lineId || line.place !== undefined);
    const ids = isWhole ? [] : bursts.map(({ start }) => `${lineId}/${start}`);
    return ids.filter((id) => own.every((line) => line.lineId !== id));
  };
  const free = offers.filter((offer) => offer.rank !== undefined && freeIn(lines, offer).length > 0);
  const picked = free.find(({ id }) => id === given.get(gridFields.add));
  const burst = given.get(gridFields.burst);
  const chosen =
    picked && (burst ? `${picked.lineId}/${burst}` : freeIn(lines, picked).find((_, place) => place === 0));
  const isThere = new Set(lines.map(({ lineId }) => lineId));
  const added = free.flatMap((offer) =>
    [
      ...[...given].flatMap(([name, value]) => {
        const id = name.slice(gridFields.offer.length);
        const typed = given.get(`${gridFields.amount}${id}`)?.trim() ?? "";
        const isStill = name.startsWith(gridFields.offer) && value === offer.id && isLineOf(id, offer.lineId);
        return isStill && typed !== "" && typed !== "0" && id !== chosen ? [id] : [];
      }),
      ...(offer === picked && chosen !== undefined ? [chosen] : []),
    ].flatMap((lineId): Line[] => {
      if (isThere.has(lineId)) return [];
      const flight = bursts.find(({ start }) => lineId.endsWith(`/${start}`));
      return [
        { ...offer, lineId, offerId: offer.id, amount: money(0, total.currency), ...(flight && { flight }) },
      ];
    }),
  );
  const all = [...lines, ...added];
  return { lines: all, others: free.filter((offer) => freeIn(all, offer).length > 0), bursts, chosen };
}

function isLineOf(line: string, whole: string): boolean {
  return line === whole || line.startsWith(`${whole}/`);
}

/** What a workbook changes, as if it had been typed. */
export function asTyped(
  changes: NonNullable<AnswerOf<"what-if">["edited"]>["changes"],
  { plan, offers }: Report,
  { figure }: Words,
): Fields {
  const planned = new Set(plan?.lines.map(({ lineId }) => lineId));
  return new Map(
    changes.flatMap(({ line, after, days }) => {
      const added = planned.has(line) ? undefined : offers.find(({ lineId }) => isLineOf(line, lineId));
      return [
        [`${gridFields.amount}${line}`, cellOf(after, figure)] as const,
        ...(days
          ? (["start", "end"] as const).map((of) => [`${gridFields[of]}${line}`, days[of]] as const)
          : []),
        ...(added ? [[`${gridFields.offer}${line}`, added.id] as const] : []),
      ];
    }),
  );
}

/** As `what-if` and `replan` take them. */
export function amountsOf(typed: TypedPlan, { figure }: Words): NonNullable<InputOf<"what-if">["amounts"]> {
  const { lines, cells, flight } = typed;
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
