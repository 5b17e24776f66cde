import type { RewriteAnswer } from "../../../src/sandbox/answer.ts";

/** What a seller of proposals has answered, as a process that outlives all that are killed has seen it. */
export interface ProposalWitness {
  /** Shows no products beside: they are sold as proposals alone. */
  readonly rewriteAnswer: RewriteAnswer;
  /** Each hold, and the draft that it was made of. */
  readonly holds: ReadonlyMap<string, string>;
  /** Each buy, and the hold that it was made of. */
  readonly buys: ReadonlyMap<string, string>;
  /** Holds that were neither bought nor given back. */
  readonly left: () => string[];
}

interface Answered {
  readonly results?: readonly {
    readonly source_proposal_id?: string;
    readonly proposal_id?: string;
    readonly proposal?: { readonly proposal_id: string };
  }[];
  readonly media_buy_id?: string;
  readonly accepted_proposal?: { readonly proposal_id: string };
}

export function proposalWitness(): ProposalWitness {
  const holds = new Map<string, string>();
  const buys = new Map<string, string>();
  const declined = new Set<string>();
  return {
    holds,
    buys,
    left: () => {
      const bought = new Set(buys.values());
      return [...holds.keys()].filter((id) => !bought.has(id) && !declined.has(id));
    },
    rewriteAnswer: ({ task, payload }) => {
      // The sandbox answers as the public standard has it.
      const { results = [], media_buy_id, accepted_proposal } = payload as Answered;
      if (task === "refine_proposals")
        for (const { proposal, source_proposal_id = "" } of results)
          if (proposal !== undefined) holds.set(proposal.proposal_id, source_proposal_id);
      if (task === "decline_proposals") for (const { proposal_id = "" } of results) declined.add(proposal_id);
      if (task === "accept_proposal" && media_buy_id !== undefined)
        buys.set(media_buy_id, accepted_proposal?.proposal_id ?? "");
      return task === "list_products" ? { ...payload, products: [] } : payload;
    },
  };
}
