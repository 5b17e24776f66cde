import type { Parts } from "../../../lib/parts.ts";
import { tasks } from "../../../protocol/tasks/index.ts";
import type { AgentFacts, Probe } from "../facts.ts";
import { type Finding, good, toKnow, type Use, uses, willNotWork } from "../finding.ts";

type Failed = Extract<Probe, { readonly result: "failed" }>;

/** Whether the agent knows who calls, and whether the reads that were tried work. */
export function checkCaller({ probes, desk }: AgentFacts, kinds: readonly Use[]): Parts<Finding> {
  const probed = probes.filter(isProtected);
  // What becomes of its products is said where they are checked.
  const failed = probes
    .filter(isBroken)
    .filter(({ task, unknownCaller }) => task !== "get_products" || unknownCaller);
  const refused = failed.find(({ unknownCaller }) => unknownCaller);
  const works = probed.some((probe) => !isBroken(probe));
  const broken = failed
    .filter(({ unknownCaller }) => !unknownCaller)
    .map((probe) => willNotWork("credential", sentence(probe), works || !isProtected(probe) ? [] : kinds));
  if (refused !== undefined) return [willNotWork("credential", sentence(refused), uses), broken];
  if (works) return [good("credential", accepted(desk.credential)), broken];
  return [probed.length === 0 && untried(desk.credential), broken];
}

function isProtected({ task }: Probe): boolean {
  return tasks[task].access === "authenticated";
}

/** Signals are asked for at a deployment that an agent need not know. */
const deploymentUnknown: ReadonlySet<string> = new Set([
  "AGENT_NOT_FOUND",
  "AGENT_ACCESS_DENIED",
  "DEPLOYMENT_UNAUTHORIZED",
  "REFERENCE_NOT_FOUND",
]);

/** An agent that says that it does not support a task has let its caller in. */
function isBroken(probe: Probe): probe is Failed {
  if (probe.result !== "failed" || probe.code === "UNSUPPORTED_FEATURE") return false;
  return probe.task !== "get_signals" || !deploymentUnknown.has(probe.code);
}

function accepted(credential: string | undefined): string {
  return credential === undefined
    ? "It answers protected tasks, and no credential of its own is set for it."
    : `It accepts the ${credential}.`;
}

function untried(credential: string | undefined): Finding {
  const what = credential === undefined ? "it wants a credential" : `it accepts the ${credential}`;
  return toKnow(
    "credential",
    `It lists no protected task that can be tried without consequences: whether ${what} shows when it is used.`,
  );
}

function sentence({ task, code, reason, unknownCaller }: Failed): string {
  const why = unknownCaller ? reason : `${code}, ${reason}`;
  return `${task} fails: ${why.replace(/\.$/, "")}.`;
}
