import type { App } from "../app.ts";
import { isErrandId } from "../campaign/errand/errand.ts";
import { openJournal } from "../campaign/journal.ts";
import { campaignsIn } from "../campaign/stop/desk.ts";
import { UsageError } from "./usage-error.ts";

/** The campaign that is named, or the newest that has a brief. Throws a UsageError where there is none. */
export function campaignNamed({ ledger }: App, id: string | undefined): string {
  const known = campaignsIn(ledger);
  const newest = known.find((campaign) => !isErrandId(campaign));
  if (id !== undefined && known.includes(id)) return id;
  if (newest === undefined)
    throw new UsageError(
      "no campaign has been run here yet; start one with `flightdesk run <brief> --execute`",
    );
  if (id === undefined) return newest;
  throw new UsageError(`there is no campaign ${id}. Known: ${known.slice(0, 10).join(", ")}`);
}

/** The step that a person decides about: the campaign that is named, else the newest in which it waits. */
export function waitingStep(app: App, stepId: string, campaign: string | undefined): string {
  const ids = campaign === undefined ? campaignsIn(app.ledger) : [campaignNamed(app, campaign)];
  const states = ids.map((id) => openJournal(app.ledger, id).state());
  const found = states.find(({ steps }) =>
    steps.some(({ step, status }) => step.id === stepId && status === "escalated"),
  );
  if (found !== undefined) return found.id;
  const waiting = states.flatMap(({ steps }) =>
    steps.filter(({ status }) => status === "escalated").map(({ step }) => step.id),
  );
  throw new UsageError(
    `no step ${stepId} waits for a person. ${waiting.length === 0 ? "None does." : `Waiting: ${waiting.join(", ")}`}`,
  );
}
