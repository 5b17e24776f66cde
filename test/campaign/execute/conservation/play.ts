import { giveApproval, refuse } from "../../../../src/campaign/approvals/approve.ts";
import { refuseOverdue } from "../../../../src/campaign/approvals/refuse-overdue.ts";
import { perform } from "../../../../src/campaign/execute/perform.ts";
import { type StepState, stepOf } from "../../../../src/campaign/model/state/state.ts";
import { expectBound } from "./invariants.ts";
import { Died, dayMs, openWorld, type Process, type Setting, type World } from "./world.ts";

/** Something that somebody does. Numbers are counted around: campaigns, their steps, the two processes. */
export interface Move {
  readonly does: "perform" | "approve" | "reject" | "refuse what is overdue" | "wait an hour" | "wait a day";
  readonly campaign: number;
  readonly step: number;
  readonly process: number;
  /** Whether the process first takes in what others have written. */
  readonly fresh: boolean;
  /** The process is killed at this entry of its own, if it comes so far. */
  readonly dies?: { readonly at: number; readonly when: "before" | "after" } | undefined;
}

export interface Game extends Setting {
  readonly moves: readonly Move[];
  /** What others do while somebody is asked: at each call the next one. */
  readonly meanwhile: readonly (Move | undefined)[];
}

const open = new Set<StepState["status"]>(["proposed", "held", "escalated", "begun", "pending"]);
/** Rounds after which everything must have come to rest. */
const mostRounds = 12;

/** Plays all moves, then lets everybody behave until nothing is open any more. Checks the books after each entry. */
export async function play(game: Game): Promise<World> {
  const others = [...game.meanwhile];
  let depth = 0;
  const world = await openWorld(game, {
    written: expectBound,
    meanwhile: async () => {
      if (depth > 1) return;
      const move = others.shift();
      if (move !== undefined) await make(move);
    },
  });
  const processes: [Process, Process] = [world.startProcess(), world.startProcess()];
  const make = async (move: Move) => {
    depth += 1;
    const number = move.process % 2 === 0 ? 0 : 1;
    const process = processes[number];
    if (move.dies !== undefined) process.dieAt(move.dies.at, move.dies.when);
    try {
      await act(move, process, world);
    } catch (cause) {
      if (!(cause instanceof Died)) throw cause;
    } finally {
      if (process.isDead() && processes[number] === process) processes[number] = world.startProcess();
      depth -= 1;
    }
  };
  for (const move of game.moves) {
    await make(move);
    for (const { receiveLate } of world.sellers) receiveLate();
    await expectBound(world);
  }
  await comeToRest(world);
  return world;
}

async function act(move: Move, process: Process, world: World): Promise<void> {
  const { clock, campaigns } = world;
  if (move.does === "wait an hour") return clock.advance(3_600_000);
  if (move.does === "wait a day") return clock.advance(dayMs);
  const ports = await process.ports(campaigns[move.campaign % campaigns.length] ?? "");
  if (move.fresh) await ports.journal.refresh();
  if (move.does === "refuse what is overdue") return refuseOverdue(ports);
  const { steps } = ports.journal.state();
  const chosen = steps[move.step % steps.length];
  if (chosen === undefined) return;
  const { id } = chosen.step;
  if (move.does === "perform") return perform(id, ports);
  const current = stepOf(ports.journal.state(), id);
  if (current?.status !== "escalated") return;
  if (move.does === "reject") return refuse(ports, id, { by: "Kim", reason: "no" });
  await approve(current, process, world);
}

/** A person who reads the seller's books first: what may still become a buy is not ordered anew. */
async function approve({ step, escalation }: StepState, process: Process, world: World): Promise<void> {
  const reference = step.arguments["buyer_ref"];
  for (const { receiveLate } of world.sellers) receiveLate();
  const campaignId = String(reference).split("/")[0] ?? "";
  if (escalation?.retry === "new-key")
    for (const { orders } of world.sellers)
      if (orders.some((order) => order.reference === reference && order.state === "task")) return;
  await giveApproval(await process.ports(campaignId), step.id, "Kim");
}

/** Everybody does what is theirs to do, a day at a time, each day in a new process. */
async function comeToRest(world: World): Promise<void> {
  world.luck.end();
  for (let round = 0; round < mostRounds; round++) {
    const process = world.startProcess();
    let left = 0;
    for (const seller of world.sellers) seller.agreeToAll();
    for (const campaignId of world.campaigns) {
      const ports = await process.ports(campaignId);
      for (const { step } of ports.journal.state().steps) {
        await perform(step.id, ports);
        const current = ports.journal.state().steps.find((other) => other.step.id === step.id);
        if (current?.status !== "escalated") continue;
        if (round < mostRounds / 2) {
          await approve(current, process, world);
          await perform(step.id, ports);
        } else await refuse(ports, step.id, { by: "Kim", reason: "no" });
      }
      left += ports.journal.state().steps.filter(({ status }) => open.has(status)).length;
    }
    await expectBound(world);
    if (left === 0) return;
    world.clock.advance(dayMs);
  }
  throw new Error("it does not come to rest");
}
