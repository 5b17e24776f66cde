import { isLoopback } from "./address-rule.ts";

/** Operates accounts at a sandbox, where nobody is named, and nowhere else. */
const sandboxOperator = "flightdesk.example";
/** Stands in the calls that a dry run shows where nobody is named. It is not a domain. */
export const unnamedOperator = "(no operator is set)";

export const noOperator =
  "no operator is set, and nothing is sent to an agent that changes anything there without one: name the domain that operates your accounts with operator in flightdesk.yaml, --operator or FLIGHTDESK_OPERATOR";

interface OperatorSettings {
  readonly operator?: string;
  readonly well_known_url?: string;
  readonly registry_url?: string;
  readonly governance_url?: string;
}

/** The domain that operates the accounts at sellers; undefined where nobody has named one. A sandbox alone needs no name. */
export function operatorOf({
  operator,
  well_known_url: sandboxFiles,
  registry_url: registry,
  governance_url: governance,
}: OperatorSettings): string | undefined {
  const named = namedOperator(operator);
  if (named !== undefined) return named;
  const isHere = (url: string | undefined) => url === undefined || isLoopback(new URL(url).hostname);
  return sandboxFiles !== undefined && isHere(registry) && isHere(governance) ? sandboxOperator : undefined;
}

/** How this agent names itself: as a person has set, else by the operator; undefined where neither is set. */
export function callerOf(settings: OperatorSettings & { readonly caller?: string }): string | undefined {
  const operator = operatorOf(settings);
  return settings.caller ?? (operator && callerAt(operator));
}

export function callerAt(operator: string): string {
  return `https://${operator}/agent`;
}

/** The operator that a person has named; undefined for a blank one, and for the sandbox's. */
export function namedOperator(operator = ""): string | undefined {
  return operator.trim() === "" || isSandboxOperator(operator) ? undefined : operator.trim();
}

/** Whether a name is the sandbox's, which earlier versions took for real accounts too. */
export function isSandboxOperator(name: string): boolean {
  return name.trim().toLowerCase().replace(/\.$/, "") === sandboxOperator;
}
