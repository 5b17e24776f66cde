import { feeProposed } from "../find/find-fees.ts";
import type { Proposal } from "./ask.ts";
import { type Claim, inside, type Seen } from "./evidence.ts";
import { amountInWords, percent } from "./fields.ts";
import { roleIn } from "./hold-figures.ts";
import type { Overlay } from "./overlay.ts";

/** A share or an amount that its own sentence calls a fee within the budget. */
export function proveFee(claim: Claim, proposal: Proposal, seen: Seen): Partial<Overlay> | undefined {
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
    if (value === undefined || roleIn(proposal, figure) !== "fee") return [];
    const written = value.amount ? amountInWords(value.amount) : percent(value.share);
    const found = written === claim.value ? feeProposed(seen.text, figure, value) : undefined;
    return found === undefined ? [] : [found];
  });
  const [fee] = fees;
  return fee && fees.length === 1 ? { fees: [fee] } : undefined;
}
