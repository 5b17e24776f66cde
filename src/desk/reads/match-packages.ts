import { z } from "zod";
import { packagesForMatch } from "../../campaign/account/match-packages.ts";
import { isOnSandbox } from "../../campaign/model/derived/sandbox-mark.ts";
import { isoTime } from "../../lib/clock.ts";
import { matchPackagesSchema } from "../../protocol/records/match-package.ts";
import { keptRows } from "../kept-rows.ts";
import { operation } from "../operation.ts";

/** What `match packages` prints with `--json`. */
export const matchPackagesOutputSchema = z.strictObject({
  command: z.literal("match packages"),
  list: matchPackagesSchema,
  leftOut: z.array(z.strictObject({ campaign: z.string(), lineId: z.string(), why: z.string() })),
});

/** States of campaigns that have such packages: the rest is not kept. */
const statesForMatch = keptRows((state) => (packagesForMatch(state, []).length > 0 ? [state] : []));

/** The packages that may be matched now, of all campaigns, as the ledger has them: no seller is asked. */
export const matchPackages = operation({
  input: z.strictObject({
    validFor: z.int().positive().default(3_600_000).describe("milliseconds after which the list is nothing"),
  }),
  output: matchPackagesOutputSchema,
  run: async ({ app, simulation }, { validFor }) => {
    // The orders first: one that is given while campaigns are read is seen with the next list.
    const orders = await app.stopOrders.orders();
    // Which packages a campaign has does not change with the clock.
    const states = (await statesForMatch(app.ledger, 0)).flat();
    const found = states
      .filter((state) => app.onSandbox || !isOnSandbox(state))
      .map((state) => ({ id: state.id, packages: packagesForMatch(state, orders) }));
    const now = simulation?.now() ?? Date.now();
    return {
      command: "match packages" as const,
      list: {
        valid_until: isoTime(now + validFor),
        packages: found.flatMap(({ packages }) =>
          packages.flatMap((one) => ("package" in one ? [one.package] : [])),
        ),
      },
      leftOut: found.flatMap(({ id: campaign, packages }) =>
        packages.flatMap((one) => ("why" in one ? [{ campaign, ...one }] : [])),
      ),
    };
  },
});
