import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { signalSearch } from "../model/offers/signal.ts";
import type { Seller } from "../model/sellers/seller.ts";
import { keyInRound } from "../model/state/market-round.ts";
import type { Ports } from "../model/state/ports.ts";
import { type CampaignState, type StepState, stepOf } from "../model/state/state.ts";
import type { Activation, ActivationKey } from "../model/step/receipt.ts";
import {
  activationAt,
  activationStepId,
  signalDeadline,
  type WantedSignal,
  wantedSignal,
} from "../plan/signals/wanted-signals.ts";

type Deployment = NonNullable<ResponseOf<"activate_signal">["deployments"]>[number];

/**
 * Records how activations ended: live with the key that opens the signal, or without, where an agent or governance said
 * no or the flight comes too near. Asks after those that are not live yet, each once for one `asked`.
 */
export async function settleSignals(ports: Ports, polledThisTurn: Set<string>): Promise<void> {
  const state = ports.journal.state();
  await Promise.all(
    (state.sellers ?? []).map(async (seller) => {
      const wanted = wantedSignal(state, seller.id);
      const step = stepOf(state, activationStepId(seller.id));
      if (wanted === undefined || step === undefined || activationAt(state, seller.id) !== undefined) return;
      const activation = await activationOf({ wanted, step, seller, state, asked: polledThisTurn }, ports);
      if (activation !== undefined)
        await ports.journal.record(
          { type: "signal-settled", activation },
          keyInRound(state, `signal/${seller.id}`),
        );
    }),
  );
}

interface Watched {
  readonly wanted: WantedSignal;
  readonly step: StepState;
  readonly seller: Seller;
  readonly state: CampaignState;
  readonly asked: Set<string>;
}

async function activationOf(watched: Watched, ports: Ports): Promise<Activation | undefined> {
  const { wanted, step, state } = watched;
  const { sellerId, signalId } = wanted;
  const without = (reason: string): Activation => ({ sellerId, signalId, result: "without", reason });
  switch (step.status) {
    case "proposed":
      return undefined;
    case "failed":
    case "refused":
      return without(step.reason ?? "it was refused");
    case "done": {
      const key = keyIn(answered(watched)) ?? keyIn(await polled(watched, ports));
      if (key !== undefined) return { sellerId, signalId, result: "live", key };
      break;
    }
    case "held":
    case "escalated":
    case "begun":
    case "pending":
    case "replaced":
      break;
  }
  if (state.brief === undefined || ports.clock.now() < signalDeadline(state.brief.flight)) return undefined;
  return without("it was not live a day before the flight");
}

/** The seller's deployment in the answer to the activation. */
function answered({ step, seller }: Watched): Deployment | undefined {
  const payload = tasks.activate_signal.response.safeParse(step.receipt?.payload);
  return payload.data?.deployments?.find(({ agent_url }) => agent_url === seller.agentUrl);
}

async function polled({ wanted, step, seller, state, asked: polledThisTurn }: Watched, ports: Ports) {
  const signal = state.signals?.find(({ id }) => id === wanted.signalId);
  if (signal === undefined || state.brief === undefined || polledThisTurn.has(seller.id)) return undefined;
  polledThisTurn.add(seller.id);
  const request: RequestOf<"get_signals"> = {
    signal_spec: signalSearch(state.brief) ?? signal.name,
    deliver_to: {
      deployments: [{ type: "agent", agent_url: seller.agentUrl }],
      countries: [...state.brief.countries],
    },
  };
  const answer = await ports.read(step.step.agentUrl, "get_signals", request);
  if (answer.type !== "answered") {
    ports.progress(`${step.step.id}: no word of whether it is live`);
    return undefined;
  }
  return answer.payload.signals
    .find(({ signal_agent_segment_id }) => signal_agent_segment_id === signal.segmentId)
    ?.deployments.find(({ agent_url }) => agent_url === seller.agentUrl);
}

/** The key alone, without what else an agent put beside it. A signal that is live without a key cannot be used. */
function keyIn(deployment: Deployment | undefined): ActivationKey | undefined {
  const key = deployment?.is_live === true ? deployment.activation_key : undefined;
  if (key === undefined) return undefined;
  return key.type === "segment_id"
    ? { type: "segment_id", segment_id: key.segment_id }
    : { type: "key_value", key: key.key, value: key.value };
}
