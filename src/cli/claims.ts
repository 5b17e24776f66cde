import { openJournal } from "../campaign/journal.ts";
import type { CampaignState } from "../campaign/state.ts";
import { describeShortfalls } from "../report/sections/shortfalls.ts";
import { campaignNamed } from "./campaigns.ts";
import { type ClaimsOutput, claimsText } from "./claims-output.ts";
import { printJson } from "./output.ts";
import { openSession } from "./session.ts";
import { UsageError } from "./usage-error.ts";

type Flags = Readonly<Record<string, unknown>>;

/** `flightdesk claims list`: reads the ledger alone. */
export async function listClaims(flags: Flags): Promise<void> {
  const state = await stateNamed(flags);
  const output: ClaimsOutput = { command: "claims list", campaign: state.id, claims: claimsOf(state) };
  if (flags["json"] === true) return printJson(output);
  process.stdout.write(`${claimsText(output)}\n`);
}

/** `flightdesk claims show`: the drafts of one line, package or buy. */
export async function showClaim(name: string, flags: Flags): Promise<void> {
  const state = await stateNamed(flags);
  const all = claimsOf(state);
  const claims = all.filter(({ slot, packageId, mediaBuyId }) =>
    [slot, packageId, mediaBuyId].includes(name),
  );
  if (claims.length === 0)
    throw new UsageError(
      `nothing of "${name}" is missing in ${state.id}. ${all.length === 0 ? "No line is short." : `Short are: ${all.map(({ slot }) => slot).join(", ")}`}`,
    );
  const output: ClaimsOutput = { command: "claims show", campaign: state.id, claims };
  if (flags["json"] === true) return printJson(output);
  const drafts = claims.flatMap(({ claim }) => claim ?? []);
  process.stdout.write(drafts.length === 0 ? `${claimsText(output)}\n` : drafts.join("\n"));
}

async function stateNamed(flags: Flags): Promise<CampaignState> {
  await using session = await openSession(flags, { bare: true });
  const { campaign } = flags;
  const id = campaignNamed(session.app, typeof campaign === "string" ? campaign : undefined);
  return openJournal(session.app.ledger, id).state();
}

function claimsOf(state: CampaignState): ClaimsOutput["claims"] {
  return (describeShortfalls(state) ?? []).map((claim) => ({
    ...claim,
    period: { ...claim.period },
    makegoods: claim.makegoods.map((one) => ({ ...one })),
  }));
}
