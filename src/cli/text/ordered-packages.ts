import type { OrderedPackage } from "../../desk/outputs/ordered-packages.ts";
import { listed } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import { formatPrice } from "../../lib/price.ts";
import { prose } from "../../report/blocks/document.ts";
import { formatDay } from "../../report/blocks/format.ts";
import { figure, header, plain, table } from "../../report/blocks/table.ts";
import { blockLines } from "../../report/renderers/terminal.ts";
import { constraintBlocks } from "../../report/sections/constraints.ts";

/** What is ordered of whom, for how much and when, and how it holds what the brief asks; no line where nothing is ordered. */
export function packageLines(packages: readonly OrderedPackage[], indent: string): string[] {
  const data = packages.flatMap(({ product, data: cost }) =>
    cost ? `${formatMoney(cost)} for ${product}` : [],
  );
  const lines = blockLines([
    table<OrderedPackage>({
      caption: "Packages",
      rows: packages,
      columns: [
        header("Package", ({ product }) => product),
        plain("Seller", ({ seller }) => seller),
        figure("At most", ({ budget }) => formatMoney(budget)),
        figure("Bid", ({ bid }) => bid && formatPrice(bid)),
        plain("Days", ({ start, end }) => `${formatDay(start)} – ${formatDay(end)}`),
      ],
    }),
    data.length > 0 && prose(`Data, beside it at most: ${listed(data)}.`),
    constraintBlocks(packages),
  ]);
  return lines.map((line) => (line === "" ? "" : `${indent}${line}`));
}
