import { type Clock, isoTime } from "../../lib/clock.ts";
import { termsDigest } from "../../protocol/proposals/proposal.ts";
import type { Payload } from "../payload.ts";
import { Refusal } from "../refusal.ts";
import { tenantNumbers } from "../tenant-numbers.ts";
import { type Draft, termsOf } from "./terms.ts";

const hour = 3_600_000;
/** How long a draft's terms stand, and how long a hold. */
const draftMs = 72 * hour;
const holdMs = 48 * hour;

/** A proposal as its seller keeps it: its terms are never edited. */
export interface Kept {
  readonly principal: string;
  readonly draft: Draft;
  readonly proposal: Payload;
  readonly id: string;
  readonly digest: string;
  /** Until when it really stands, in UTC milliseconds. */
  readonly until: number;
  status: "draft" | "committed" | "accepted" | "declined";
  /** The hold that was made of a draft last. */
  committedAs?: string;
}

/** A seller's proposals: what stands, what is held and for whom. At most `mostHolds` of a caller's are held at once. */
export function proposalBook(clock: Clock, mostHolds: number) {
  const kept = new Map<string, Kept>();
  const numbers = tenantNumbers();

  function enter(
    draft: Draft,
    principal: string,
    made: { readonly parent?: Kept; readonly isHold?: true; readonly really?: number },
  ): Kept {
    const id = `prop_${numbers(principal)}`;
    const { parent, isHold, really } = made;
    const until = clock.now() + (isHold ? holdMs : draftMs);
    const commercial_terms = termsOf(draft);
    const digest = termsDigest(commercial_terms);
    const status = isHold ? "committed" : "draft";
    const proposal = {
      proposal_id: id,
      proposal_kind: "new_media_buy",
      proposal_status: status,
      name: draft.purchases.map(({ product_id }) => product_id).join(" and "),
      commercial_terms,
      terms_digest: digest,
      ...(parent !== undefined && { parent_proposal_id: parent.id }),
      expires_at: isoTime(until),
    };
    const one: Kept = { id, principal, draft, proposal, digest, until: really ?? until, status };
    kept.set(id, one);
    if (parent !== undefined && isHold) parent.committedAs = id;
    return one;
  }

  /** A caller's own proposal; undefined where there is none. */
  function own(id: string, principal: string): Kept | undefined {
    const one = kept.get(id);
    return one?.principal === principal ? one : undefined;
  }

  function stands({ until }: Kept): boolean {
    return clock.now() < until;
  }

  function isCommitted(one: Kept | undefined): boolean {
    return one?.status === "committed" && stands(one);
  }

  /** How many more a caller may hold. */
  function roomFor(principal: string): number {
    const holds = [...kept.values()].filter((one) => one.principal === principal && isCommitted(one));
    return mostHolds - holds.length;
  }

  /** What may be accepted: id and digest are checked together, and nothing is done before. */
  function acceptable(id: string, digest: string, principal: string): Kept {
    const one = own(id, principal);
    if (one === undefined) throw new Refusal("PROPOSAL_NOT_FOUND", `no proposal "${id}"`, "proposal_id");
    if (one.digest !== digest)
      throw new Refusal("CONFLICT", "the digest is not that of the proposal", "proposal_terms_digest");
    if (one.status === "draft")
      throw new Refusal("PROPOSAL_NOT_COMMITTED", "a draft is not held: finalize it first", "proposal_id");
    if (one.status !== "committed")
      throw new Refusal("INVALID_STATE", `the proposal is ${one.status}`, "proposal_id");
    if (!stands(one)) throw new Refusal("PROPOSAL_EXPIRED", "its hold has run out", "proposal_id");
    return one;
  }

  return { enter, own, stands, isCommitted, roomFor, acceptable, find: (id: string) => kept.get(id) };
}
export type ProposalBook = ReturnType<typeof proposalBook>;
