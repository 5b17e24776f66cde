import { type Clock, isoTime } from "../../lib/clock.ts";
import type { DeploymentTarget } from "../../protocol/records/signal.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { platforms, type SignalListing, signals, suiteDestinations } from "../inventory/signals.ts";
import { orderByWords } from "../order-by-words.ts";
import { sandboxPrincipal } from "../principals.ts";
import { Refusal } from "../refusal.ts";
import { type Tool, tool } from "../tool.ts";

type Deployment = NonNullable<ResponseOf<"activate_signal">["deployments"]>[number];

const minute = 60_000;

/** Audience signals. An activation is live after the signal's simulated minutes; `knows` says which agents it can reach. */
export function signalsTools(clock: Clock, knows: (agentUrl: string) => boolean): Tool[] {
  /** Instant at which each activation is live, by principal, signal and target. */
  const activations = new Map<string, number>();
  const idOf = (principal: string, signal: SignalListing, target: DeploymentTarget) =>
    JSON.stringify([principal, signal.id, target.type === "platform" ? target.platform : target.agent_url]);

  function deployment(principal: string, signal: SignalListing, target: DeploymentTarget): Deployment {
    const liveAt = activations.get(idOf(principal, signal, target));
    if (liveAt === undefined)
      return { ...target, is_live: false, estimated_activation_duration_minutes: signal.minutes };
    const remaining = Math.ceil((liveAt - clock.now()) / minute);
    if (remaining > 0) return { ...target, is_live: false, estimated_activation_duration_minutes: remaining };
    const activation_key =
      target.type === "platform"
        ? { type: "segment_id" as const, segment_id: `${target.platform}:${signal.id}` }
        : { type: "key_value" as const, key: "audience", value: signal.id };
    return { ...target, is_live: true, activation_key, deployed_at: isoTime(liveAt) };
  }

  return [
    tool(tasks.get_signals, (request, { principal }): ResponseOf<"get_signals"> => {
      request.deliver_to.deployments.forEach((target, i) => {
        checkTarget(target, knows, `deliver_to.deployments[${i}]`);
      });
      return {
        signals: find(request, principal).map((signal) => ({
          ...describe(signal),
          deployments: request.deliver_to.deployments.map((target) => deployment(principal, signal, target)),
        })),
      };
    }),
    tool(tasks.activate_signal, (request, { principal }): ResponseOf<"activate_signal"> => {
      const signal = signals.find(
        (one) => one.id === request.signal_agent_segment_id && isFor(one, principal),
      );
      if (signal === undefined)
        throw new Refusal(
          "SIGNAL_AGENT_SEGMENT_NOT_FOUND",
          `no signal "${request.signal_agent_segment_id}"`,
          "signal_agent_segment_id",
        );
      request.destinations.forEach((target, i) => {
        checkTarget(target, knows, `destinations[${i}]`);
      });
      if (signal.broken)
        throw new Refusal(
          "ACTIVATION_FAILED",
          `${signal.provider} cannot deliver ${signal.id}`,
          "signal_agent_segment_id",
        );
      const live = request.destinations.filter((target) => deployment(principal, signal, target).is_live);
      if (live.length === request.destinations.length)
        throw new Refusal("ALREADY_ACTIVATED", `${signal.id} is live at every destination`, "destinations");
      for (const target of request.destinations) {
        const id = idOf(principal, signal, target);
        const minutes = isSuites(target) ? 0 : signal.minutes;
        if (!activations.has(id)) activations.set(id, clock.now() + minutes * minute);
      }
      return {
        deployments: request.destinations.map((target) => deployment(principal, signal, target)),
        ...(live.length > 0 && {
          errors: live.map((target) => ({
            code: "ALREADY_ACTIVATED",
            message: `live at this ${target.type} already`,
          })),
        }),
      };
    }),
  ];
}

/** A custom signal is built for one principal, and owned data is its owner's: here that is the deployment's buyer. */
function isFor({ type }: SignalListing, principal: string): boolean {
  return type === "marketplace" || principal === sandboxPrincipal;
}

function isSuites(target: DeploymentTarget): boolean {
  return suiteDestinations.includes(target.type === "agent" ? target.agent_url : target.platform);
}

function checkTarget(target: DeploymentTarget, knows: (agentUrl: string) => boolean, field: string): void {
  if (isSuites(target)) return;
  if (target.type === "agent") {
    if (!knows(target.agent_url))
      throw new Refusal("AGENT_NOT_FOUND", `no agent at ${target.agent_url}`, `${field}.agent_url`);
  } else if (!platforms.some((one) => one === target.platform))
    throw new Refusal(
      "DEPLOYMENT_UNAUTHORIZED",
      `no access to platform "${target.platform}"; known: ${platforms.join(", ")}`,
      `${field}.platform`,
    );
}

/** Signals for the countries asked for, those that match more words of the description first. */
function find(request: RequestOf<"get_signals">, principal: string): SignalListing[] {
  const { signal_spec, deliver_to, filters = {}, max_results } = request;
  const found = signals
    .filter((one) => isFor(one, principal))
    .filter((one) => deliver_to.countries.some((country) => one.countries.includes(country)))
    .filter((one) => filters.catalog_types?.includes(one.type) ?? true)
    .filter((one) => filters.data_providers?.includes(one.provider) ?? true)
    .filter((one) => (one.cpm ?? 0) <= (filters.max_cpm ?? Number.POSITIVE_INFINITY))
    .filter((one) => one.coverage >= (filters.min_coverage_percentage ?? 0));
  return orderByWords(found, signal_spec, ({ name, description }) => `${name} ${description}`).slice(
    0,
    max_results ?? found.length,
  );
}

function describe(signal: SignalListing) {
  return {
    signal_agent_segment_id: signal.id,
    name: signal.name,
    description: signal.description,
    signal_type: signal.type,
    data_provider: signal.provider,
    coverage_percentage: signal.coverage,
    pricing: { cpm: signal.cpm ?? 0, currency: signal.currency },
  };
}
