import { z } from "zod";
import { packagesForMatch } from "../../campaign/account/match-packages.ts";
import { isOnSandbox } from "../../campaign/model/derived/sandbox-mark.ts";
import { stateOf } from "../../campaign/model/state/journal.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { campaignsIn } from "../../campaign/stop/stop-orders.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { isoTime } from "../../lib/clock.ts";
import { matchPackagesSchema } from "../../protocol/records/match-package.ts";
import { operation } from "../operation.ts";

/** What `match packages` prints with `--json`. */
export const matchPackagesOutputSchema = z.strictObject({
  command: z.literal("match packages"),
  list: matchPackagesSchema,
  leftOut: z.array(z.strictObject({ campaign: z.string(), lineId: z.string(), why: z.string() })),
});

/** States of campaigns that have such packages, as of a position: a list that is kept up costs what has changed since. */
const kept = new WeakMap<
  Ledger,
  { position: number; readonly states: Map<string, CampaignState | undefined> }
>();

async function statesForMatch(ledger: Ledger, isMeant: (id: string) => boolean): Promise<CampaignState[]> {
  const known = kept.get(ledger) ?? { position: 0, states: new Map() };
  kept.set(ledger, known);
  const { position, campaignIds } = await ledger.changed(known.position);
  for (const id of campaignIds) known.states.delete(id);
  known.position = Math.max(known.position, position);
  for (const id of (await campaignsIn(ledger)).filter(isMeant)) {
    if (known.states.has(id)) continue;
    const state = await stateOf(ledger, id);
    // Another read may know meanwhile of an entry that this state does not.
    if (known.position === position)
      known.states.set(id, packagesForMatch(state, []).length > 0 ? state : undefined);
  }
  return [...known.states.values()].filter((state) => state !== undefined);
}

/** The packages that may be matched now, of all campaigns, as the ledger has them: no seller is asked. */
export const matchPackages = operation({
  name: "match-packages",
  effect: "reads",
  input: z.strictObject({
    validFor: z.int().positive().default(3_600_000).describe("milliseconds after which the list is nothing"),
  }),
  output: matchPackagesOutputSchema,
  run: async ({ app, simulation }, { validFor }) => {
    // The orders first: one that is given while campaigns are read is seen with the next list.
    const orders = await app.stopOrders.orders();
    const states = await statesForMatch(app.ledger, (id) => app.onSandbox || !isOnSandbox({ id }));
    const found = states.map((state) => ({ id: state.id, packages: packagesForMatch(state, orders) }));
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
