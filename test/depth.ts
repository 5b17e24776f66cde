/** `npm test` tries a part of what there is to try, `.ci/run` more of it (`ci`), and `npm run test:deep` all (`deep`). */
const depth = process.env["FLIGHTDESK_TEST_DEPTH"] ?? "part";
if (!["part", "ci", "deep"].includes(depth))
  throw new Error(`FLIGHTDESK_TEST_DEPTH is ${JSON.stringify(depth)}: it is ci, deep or not set`);

export const isDeep = depth === "deep";
const isPart = depth === "part";
/** Not in `npm test`: what takes long, and tries at length what shorter tests try. */
export const atLength = !isPart;

/** How often something is tried: in `.ci/run`, of which `npm test` tries a quarter, and in the deep run. */
export function times(inCi: number, deep: number): number {
  return isDeep ? deep : isPart ? Math.ceil(inCi / 4) : inCi;
}

/** Which of a list are tried: every nth in `.ci/run`, of which `npm test` tries a sixth, and all in the deep run. */
export function some<Item>(all: readonly Item[], nth = 1): Item[] {
  const step = isDeep ? 1 : isPart ? nth * 6 : nth;
  return all.filter((_, i) => i % step === 0);
}
