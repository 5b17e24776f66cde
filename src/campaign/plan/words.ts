/** A share of 0 to 1: `15 %`. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}
