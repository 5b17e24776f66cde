import type { SpanRole } from "../../../llm/questions/marked-text.ts";
import { feeProposed } from "../find/find-fees.ts";
import { type AmountRole, isCalledTotal, isLeftOpen, type LabelledAmount } from "../label-amounts.ts";
import type { Proposal } from "./ask.ts";
import { type Claim, inside, type Seen } from "./evidence.ts";
import { amountInWords, percent } from "./fields.ts";
import type { Overlay } from "./overlay.ts";

/**
 * The one amount of the quotes that has this value, in a clause that denies nothing and leaves nothing open. Every other amount that
 * could be the whole has another role in both labellings, and only the chosen one may be called a total by its own words.
 */
export function proveBudget(claim: Claim, { roles }: Proposal, seen: Seen): Partial<Overlay> | undefined {
  const isOpen = ({ role }: LabelledAmount) => role === "total_budget" || role === "unknown";
  const wholes = seen.amounts.filter(isOpen);
  const isMeant = (amount: LabelledAmount) => writtenOf(amount) === claim.value;
  const meant = wholes.filter((amount) => isMeant(amount) && inside(amount, claim));
  const rivals = wholes.filter((amount) => !isMeant(amount));
  const isTotal = ({ start }: LabelledAmount) => {
    const { proposed, again } = roles.get(start) ?? {};
    return proposed !== undefined && again !== undefined && totals.has(proposed) && totals.has(again);
  };
  if (meant.length === 0 || !meant.some(isTotal)) return undefined;
  const isSettled = (amount: LabelledAmount) => !isLeftOpen(seen.text, amount, seen.amounts);
  if (!meant.every(isSettled)) return undefined;
  const others = rivals.map((amount): readonly [number, AmountRole] | undefined => {
    const { proposed, again } = roles.get(amount.start) ?? {};
    const role = proposed === again && proposed ? amountRoles[proposed] : undefined;
    return role && [amount.start, role];
  });
  const known = others.filter((other) => other !== undefined);
  const isCalled = (amount: LabelledAmount) => isCalledTotal(seen.text, amount, seen.amounts);
  if (known.length < rivals.length || rivals.some(isCalled)) return undefined;
  if (rivals.length > 0 && !meant.some(isCalled)) return undefined;
  return { amounts: new Map([...known, ...meant.map(({ start }) => [start, "total_budget"] as const)]) };
}

function writtenOf(amount: LabelledAmount): string | undefined {
  return amount.type === "clear" ? amountInWords(amount.amount) : undefined;
}

/** What an amount is taken for where both labellings say so; those that are missing leave it as it is. */
const amountRoles: Readonly<Partial<Record<SpanRole, AmountRole>>> = {
  fee: "fee",
  price: "price",
  kpi_target: "price",
  past: "past",
  replaced: "past",
  production: "not_media",
  company_figure: "not_media",
};
const totals: ReadonlySet<SpanRole> = new Set<SpanRole>(["total_budget", "net_media"]);

/** A share or an amount that its own sentence calls a fee within the budget. */
export function proveFee(claim: Claim, { roles }: Proposal, seen: Seen): Partial<Overlay> | undefined {
  const figures = [...seen.allAmounts, ...seen.allQuantities].filter((figure) => inside(figure, claim));
  const fees = figures.flatMap((figure) => {
    const value =
      "unit" in figure
        ? figure.unit === "share" && figure.value !== undefined && figure.upTo === undefined
          ? { share: figure.value, amount: undefined }
          : undefined
        : figure.type === "clear" && !figure.approximate
          ? { amount: figure.amount }
          : undefined;
    const labels = roles.get(figure.start);
    if (value === undefined || labels?.proposed !== "fee" || labels.again !== "fee") return [];
    const written = value.amount ? amountInWords(value.amount) : percent(value.share);
    const found = written === claim.value ? feeProposed(seen.text, figure, value) : undefined;
    return found === undefined ? [] : [found];
  });
  const [fee] = fees;
  return fee && fees.length === 1 ? { fees: [fee] } : undefined;
}
