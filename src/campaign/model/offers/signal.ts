import type { Brief } from "../../../brief/brief.ts";
import type { Money } from "../../../lib/money.ts";
import type { SignalRef } from "../../../protocol/records/signal.ts";

/** An audience signal that a signals agent offers, on the brief's scale. What the agent did not say is absent. */
export interface Signal {
  /** `<signals agent id>/<segment id>` */
  readonly id: string;
  readonly agentId: string;
  readonly segmentId: string;
  /** What orders of the public standard call it; absent where no name of it fits. */
  readonly ref?: SignalRef;
  /** Agent's words: untrusted text, shown and never acted on. */
  readonly name: string;
  readonly description: string;
  /** binary, categorical or numeric; taken for binary where not given. */
  readonly valueType?: string;
  /** marketplace, custom or owned. */
  readonly type?: string;
  readonly provider?: string;
  /** 0 to 1 of the agent's population. */
  readonly coverage?: number;
  /** Price of 1,000 impressions in the agent's currency; zero for what is free. */
  readonly price?: Money;
  /** What the agent calls that price, where it has several; an activation names it. */
  readonly pricingOptionId?: string;
  /** The same in minor units of the brief's currency, which need not be whole. */
  readonly cpm?: number;
  /** Ids of the sellers that it can be made usable at. */
  readonly sellerIds: readonly string[];
  /** What its texts tried on their reader, in our words. */
  readonly injectionSigns?: readonly string[];
}

/** How one signals agent answered. */
export interface SignalQuote {
  readonly agentId: string;
  readonly result: "answered" | "late" | "failed";
  readonly signals: number;
  /** What went wrong, in plain words. */
  readonly reason?: string;
}

/** What signals agents are asked for; undefined where the brief asks for none. */
export function signalSearch({ audience, signals = [] }: Brief): string | undefined {
  const wanted = [...(audience === undefined ? [] : [audience]), ...signals];
  return wanted.length === 0 ? undefined : wanted.join("; ");
}
