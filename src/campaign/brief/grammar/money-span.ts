import type { Money } from "../../../lib/money.ts";
import type { Span } from "./spans.ts";

/** An amount as it stands in a text. `unclear` says why it cannot be read as one amount of one currency. */
export type MoneySpan = Span &
  (
    | {
        readonly type: "clear";
        readonly amount: Money;
        /** Written with a bare "$": other countries have dollars too. */
        readonly dollar: boolean;
        readonly approximate: boolean;
      }
    | { readonly type: "unclear"; readonly problem: string }
  );
