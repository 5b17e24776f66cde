import { defaultScenarios } from "../campaign/plan/default-scenarios.ts";
import { scenarioOf, scenarios } from "../campaign/plan/scenarios.ts";
import { printJson } from "./output.ts";
import { recordedOffers } from "./recorded-offers.ts";
import { openSession } from "./session.ts";
import { scenariosWritten, type WrittenChange } from "./whatif-changes.ts";
import { scenarioOutput } from "./whatif-output.ts";
import { whatifText } from "./whatif-text.ts";

/** `flightdesk whatif`: other plans from the offers that are known. Asks nobody and records nothing. */
export async function whatif(
  campaign: string,
  written: readonly WrittenChange[],
  flags: Readonly<Record<string, unknown>>,
): Promise<void> {
  await using session = await openSession(flags, { bare: true });
  const { state, request, plan } = await recordedOffers(session.app, session.home, campaign);
  const requests = written.length === 0 ? defaultScenarios(plan) : scenariosWritten(written, request);
  const output = {
    command: "whatif" as const,
    campaign: state.id,
    ...(state.begunAt !== undefined && { begunAt: state.begunAt }),
    offers: request.offers.length,
    plan: scenarioOutput(scenarioOf(plan, request.offers, "the plan", "as it is")),
    scenarios: (await scenarios(requests, { plan, request })).map(scenarioOutput),
  };
  if (flags["json"] === true) return printJson(output);
  process.stdout.write(`${whatifText(output, process.stdout.isTTY)}\n`);
}
