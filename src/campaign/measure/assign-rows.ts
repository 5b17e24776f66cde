import type { LivePackage } from "../account/live-buys.ts";

export interface ReportedPackage {
  readonly package_id?: string;
  readonly product_id?: string;
  readonly buyer_ref?: string;
}

export interface Matched<Row> {
  /** Rows by the id of the package that was bought. */
  readonly own: ReadonlyMap<string, Row>;
  /** Ids that the seller gave no package, with the package that each was taken for. */
  readonly renamed: readonly { readonly reported: string; readonly packageId: string }[];
  /** Rows that could be of more than one package. */
  readonly ambiguous: readonly Row[];
  /** Rows of packages that were not bought here. */
  readonly foreign: readonly Row[];
}

/**
 * Finds out which package each row of a report is of: by its id, else by our reference, else by its product where only one
 * package without a row is of that product. What could be of two packages is of none.
 */
export function assignRows<Row extends ReportedPackage>(
  rows: readonly Row[],
  packages: readonly LivePackage[],
): Matched<Row> {
  const own = new Map<string, Row>();
  const renamed: { reported: string; packageId: string }[] = [];
  const take = (row: Row, packageId: string) => {
    own.set(packageId, row);
    if (row.package_id !== undefined && row.package_id !== packageId)
      renamed.push({ reported: row.package_id, packageId });
  };
  const isOpen = ({ packageId }: LivePackage) => !own.has(packageId);

  const byId = rows.filter((row) => {
    const found = packages.find(({ packageId }) => packageId === row.package_id);
    if (found === undefined || !isOpen(found)) return true;
    take(row, found.packageId);
    return false;
  });
  const byReference = byId.filter((row) => {
    const found = packages.find((one) => one.lineId === row.buyer_ref && isOpen(one));
    if (found === undefined) return true;
    take(row, found.packageId);
    return false;
  });
  const open = packages.filter(isOpen);
  const isOf = (row: Row) => (one: LivePackage) => one.productId === row.product_id;
  const ambiguous: Row[] = [];
  const foreign: Row[] = [];
  for (const row of byReference) {
    const candidates = open.filter(isOf(row));
    const rivals = byReference.filter(({ product_id }) => product_id === row.product_id);
    const [only] = candidates;
    if (only !== undefined && candidates.length === 1 && rivals.length === 1) take(row, only.packageId);
    else (candidates.length > 0 ? ambiguous : foreign).push(row);
  }
  return { own, renamed, ambiguous, foreign };
}
