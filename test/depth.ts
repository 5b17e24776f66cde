/** Set by `npm run test:deep`: the whole of what is sampled else. */
export const isDeep = process.env["FLIGHTDESK_TEST_ALL"] !== undefined;

/** How often something is tried: in the ordinary run, and in the deep one. */
export function times(ordinary: number, deep: number): number {
  return isDeep ? deep : ordinary;
}
