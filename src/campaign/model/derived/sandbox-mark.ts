import type { CampaignState } from "../state/state.ts";

/** What the id of a campaign on a sandbox begins with, wherever it stands: no brief's name has capital letters there. */
export const sandboxMark = "SANDBOX";

export function isOnSandbox({ id }: Pick<CampaignState, "id">): boolean {
  return id.startsWith(`${sandboxMark}-`);
}

/** Its name for people: nobody should take what was tried on a sandbox for what was bought. */
export function nameOf(state: CampaignState): string {
  const name = state.brief?.name ?? state.adminTask?.purpose ?? state.id;
  return isOnSandbox(state) ? `${sandboxMark}: ${name}` : name;
}
