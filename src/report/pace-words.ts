import { formatMoney } from "../lib/money.ts";
import type { Report } from "./report-schema.ts";

/** Packages that spend otherwise than their curve wants, one sentence each. */
export function offPace(buys: Report["delivery"]["buys"]): string[] {
  return buys.flatMap(({ packages }) =>
    packages.flatMap(({ slot = "", pace, spend }) =>
      pace === undefined || pace === "on"
        ? []
        : [`${slot} is ${pace} its pace, with ${formatMoney(spend)} spent`],
    ),
  );
}
