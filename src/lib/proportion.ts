/** `amount` times `part` over `whole`, rounded up to a whole minor unit; exact, however large the product. */
export function proportionUp(amount: number, part: number, whole: number): number {
  if (!(whole > 0)) throw new RangeError(`there is no part of ${whole}`);
  const [product, divisor] = [BigInt(amount) * BigInt(part), BigInt(whole)];
  return Number((product + divisor - 1n) / divisor);
}
