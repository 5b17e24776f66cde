import type { Observer } from "../campaign/model/state/journal.ts";
import type { CampaignTurn } from "../campaign/run/turn.ts";
import type { EndedCall } from "../protocol/client/calls.ts";
import { campaignPhases, type Figures } from "./figures.ts";
import type { SchedulerState } from "./scheduler.ts";

interface DeskNow {
  readonly scheduler: SchedulerState;
  readonly figures: Figures;
  /** Agents that are left alone, as they failed again and again. */
  readonly leftAlone: number;
  /** UTC milliseconds. */
  readonly now: number;
}

/** Upper ends in seconds. A turn's own deadline is 5 s, a call's longest time some minutes. */
const longBuckets = [0.05, 0.25, 1, 5, 15, 60, 300];
const shortBuckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];

/** Counts what a process does, for `GET /metrics`. Every label has few values: none is an id, a name or a text of others. */
export async function openMetrics() {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import("prom-client").catch(
    (cause: unknown) => {
      throw new Error("the package prom-client is not installed: npm install prom-client", { cause });
    },
  );
  const registers = [new Registry()];
  const [register] = registers;
  collectDefaultMetrics({ register });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });

  const turns = new Histogram({
    name: "flightdesk_turn_seconds",
    help: "how long one campaign's turn took",
    labelNames: ["result"],
    buckets: longBuckets,
    registers,
  });
  const calls = new Histogram({
    name: "flightdesk_calls_seconds",
    help: "how long agents took for a call, by task",
    labelNames: ["task", "result"],
    buckets: longBuckets,
    registers,
  });
  const appends = new Histogram({
    name: "flightdesk_ledger_append_seconds",
    help: "how long one entry of the ledger took to be written",
    buckets: shortBuckets,
    registers,
  });
  const callErrors = counter("flightdesk_call_errors_total", "calls that failed, by code", ["code"]);
  const steps = counter("flightdesk_steps_total", "what steps came to", ["task", "result"]);
  const webhooks = counter("flightdesk_webhooks_total", "sellers' webhooks, by the status of our answer", [
    "status",
  ]);
  const modelCost = counter("flightdesk_model_microusd_total", "cost of models, millionths of a US dollar");
  const lastTurn = gauge("flightdesk_last_turn_timestamp", "when the last turn ended, Unix seconds");
  const stalledGauge = gauge("flightdesk_turns_untaken", "1 while no turn can be taken and campaigns wait");
  const breakers = gauge("flightdesk_breaker_open", "agents that are left alone as they fail");
  const campaigns = gauge("flightdesk_campaigns", "campaigns, by how they stand", ["state"]);
  const inbox = gauge("flightdesk_inbox_waiting", "steps that wait for a person");
  const oldest = gauge("flightdesk_inbox_oldest_seconds", "how long the oldest of them has waited");
  const caps = gauge("flightdesk_cap_used_ratio", "how much of the fullest cap is committed", ["scope"]);
  const former = gauge("flightdesk_claims_used_ratio", "deprecated: flightdesk_cap_used_ratio", ["scope"]);

  const count = (task: string | undefined, result: string) => {
    if (task !== undefined) steps.inc({ task, result });
  };
  return {
    /** Counts steps as they come to something. */
    observe: (({ event }, state) => {
      const taskOf = (id: string) => state.steps.find(({ step }) => step.id === id)?.step.task;
      switch (event.type) {
        case "step-answered":
          return count(taskOf(event.receipt.stepId), event.receipt.status);
        case "step-failed":
          return count(taskOf(event.stepId), "failed");
        case "step-escalated":
          return count(taskOf(event.stepId), "escalated");
        case "verdict-given":
          return event.verdict.type === "approved"
            ? undefined
            : count(taskOf(event.stepId), event.verdict.type);
        default:
          return undefined;
      }
    }) satisfies Observer,
    called: ({ task, code, milliseconds }: EndedCall) => {
      calls.observe({ task, result: code === undefined ? "answered" : "failed" }, milliseconds / 1_000);
      if (code !== undefined) callErrors.inc({ code });
    },
    appended: (milliseconds: number) => appends.observe(milliseconds / 1_000),
    turned: ({ fault }: CampaignTurn, milliseconds: number) =>
      turns.observe({ result: fault === undefined ? "done" : "fault" }, milliseconds / 1_000),
    /** A webhook was answered with this HTTP status. */
    webhookAnswered: (status: number) => webhooks.inc({ status }),
    /** Whole millionths of a US dollar. */
    paidModel: (microUsd: number) => modelCost.inc(microUsd),
    /** All of them in the text format of Prometheus. */
    page: async ({ scheduler, figures, leftAlone, now }: DeskNow) => {
      if (scheduler.lastTurn !== undefined) lastTurn.set(scheduler.lastTurn / 1_000);
      stalledGauge.set(scheduler.untaken === true ? 1 : 0);
      breakers.set(leftAlone);
      for (const state of campaignPhases) campaigns.set({ state }, figures.campaigns[state]);
      inbox.set(figures.inbox.waiting);
      oldest.set(figures.inbox.oldest === undefined ? 0 : Math.max(0, now - figures.inbox.oldest) / 1_000);
      for (const one of [caps, former]) {
        one.reset();
        for (const [scope, ratio] of figures.capUses) one.set({ scope }, ratio);
      }
      return (await Promise.all(registers.map((one) => one.metrics()))).join("\n");
    },
  };
}
export type Metrics = Awaited<ReturnType<typeof openMetrics>>;
