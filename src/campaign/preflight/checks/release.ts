import type { Check } from "../facts.ts";

/** Sellers of the plan that answer in another release of the protocol than was agreed on with them. */
export const release: Check = ({ plan, negotiatedDialect }) =>
  negotiatedDialect
    .filter(
      ({ sellerId, strays }) => strays.length > 0 && plan.lines.some((line) => line.sellerId === sellerId),
    )
    .map(({ sellerId, agreed, strays }) => ({
      result: "note",
      where: sellerId,
      what: `It answers as ${strays.join(", ")}, although ${agreed} was agreed on with it.`,
      todo: "Look at what it can do with `flightdesk doctor`; `--pin` takes over what it speaks now.",
    }));
