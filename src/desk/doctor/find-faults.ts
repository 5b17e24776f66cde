import { cleanText } from "../../lib/clean-text.ts";
import { isObject } from "../../lib/json-object.ts";
import { partsIn } from "../../lib/parts.ts";
import {
  type ReleaseAtHand,
  releasesAtHand,
  type SchemaFault,
  type Schemas,
} from "./conformance/open-schemas.ts";
import { kindOf } from "./conformance/wanted.ts";
import type { AgentFacts, Probe } from "./facts.ts";
import { type Fault, type Flaw, listOf, productIn, type RawAnswer, wireName } from "./fault.ts";
import { partsOf, pointer, valueAt } from "./pointer.ts";
import { checkBrandFile } from "./rules/brand-file.ts";
import { booksOf, checkBuys, soldIn } from "./rules/buys.ts";
import { checkDelivery, checkPeriod, checkZones } from "./rules/delivery.ts";
import { checkEnvelope } from "./rules/envelope.ts";
import { checkIds } from "./rules/ids.ts";
import { checkPrices } from "./rules/prices.ts";
import { checkNamedBuys } from "./rules/unknown-id.ts";

/** A fault with the answer that it is in, where there was one. */
export interface Found {
  readonly fault: Fault;
  readonly answer?: RawAnswer;
}

/** What is wrong with an agent's answers: by the schemas of their release, by rules that no schema says, and for the desk. */
export function findFaults(facts: AgentFacts, schemas: Schemas): readonly Found[] {
  const { answers } = facts;
  const [books, options] = [booksOf(answers), soldIn(answers)];
  const outcomeOf = outcomesIn(facts);
  const inAnswers = answers.flatMap((answer) => {
    const faults = wrappedList(answer) ?? [
      checkEnvelope(answer),
      bySchema(answer, schemas, facts.agentUrl),
      checkIds(answer),
      checkPrices(answer),
      checkZones(answer),
      checkBuys(answer, options),
      checkPeriod(answer),
      checkDelivery(answer, books),
      checkNamedBuys(answer),
      checkBrandFile(answer, facts.agentUrl),
    ];
    return partsIn<Flaw>(faults).map(
      (flaw): Found => ({ fault: outcomeOf({ ...flaw, task: answer.task }, answer), answer }),
    );
  });
  return [
    ...inAnswers,
    ...leftOut(facts, inAnswers),
    ...formatFaults(facts),
    ...publisherFaults(facts),
    ...facts.probes.flatMap((probe) => unanswered(probe, inAnswers)),
  ];
}

/** An answer whose list stands one level too deep. */
function wrappedList({ task, payload }: RawAnswer): Flaw | undefined {
  const list = listOf(task);
  if (list === undefined || payload[list] !== undefined) return undefined;
  const [below] = Object.entries(payload).flatMap(([field, inside]) =>
    isObject(inside) && Array.isArray(inside[list]) ? [{ field, count: inside[list].length }] : [],
  );
  return (
    below && {
      rule: "missing-field",
      path: "/",
      wanted: `${list} is missing; there are ${below.count} below ${cleanText(pointer(below.field), 80)}, where nobody reads`,
      follows: "nothing of it is read",
    }
  );
}

/** Faults of its release. A value that a newer release knows is none; nor is what only the draft at hand of a newer one forbids. */
function bySchema(answer: RawAnswer, schemas: Schemas, agentUrl: string): Fault[] {
  const { task, payload, release } = answer;
  if (release === undefined || task === "adagents_file" || answer.isUnexplained) return [];
  const found = schemas(release).faultsIn(task, payload);
  if (found.length === 0) return [];
  const place = releasesAtHand.indexOf(release);
  const others = place === releasesAtHand.length - 1 ? ["3.1" as const] : releasesAtHand.slice(place + 1);
  const faultyIn = (other: ReleaseAtHand) =>
    new Set(
      schemas(other)
        .faultsIn(task, payload)
        .map(({ path }) => path),
    );
  const knowing = others.map((other) => ({ other, faulty: faultyIn(other) }));
  return found.flatMap((one): Fault[] => {
    const mayBeKnown = one.isUnknownValue || release === "3.2";
    const newer = mayBeKnown ? knowing.find(({ faulty }) => !faulty.has(one.path))?.other : undefined;
    const fault = schemaFault(answer, one);
    if (isOfLaterPatch(fault) || isOwnAddress(fault, agentUrl)) return [];
    if (newer !== undefined)
      return [{ ...fault, isToKnow: true, wanted: `${fault.wanted} in ${release}; ${newer} knows it` }];
    return [task === "brand_file" ? { ...fault, isToKnow: true } : fault];
  });
}

/** What patches of a release came to require: agents that were built on an earlier patch are right without. */
function isOfLaterPatch({ task, path, wanted }: Fault): boolean {
  return task === "get_capabilities" && path === "/" && wanted === "account is required";
}

/** An agent that is tried on this machine names itself as it is called: without TLS. */
function isOwnAddress({ task, value }: Fault, agentUrl: string): boolean {
  if (task !== "brand_file" || typeof value !== "string" || !URL.canParse(value)) return false;
  return new URL(value).origin === new URL(agentUrl).origin;
}

function schemaFault({ task, payload }: RawAnswer, { rule, path, wanted }: SchemaFault): Fault {
  const value = valueAt(payload, path);
  // What a product is bought by has a row of its own, whether it is empty or not there.
  if (rule === "missing-field" && wanted.startsWith("pricing_options "))
    return { rule, task, path: `${path}/pricing_options`, wanted: "at least one is wanted" };
  if (rule === "missing-field") return { rule, task, path, wanted };
  const words = rule === "wrong-type" ? `is ${kindOf(value)}, ${wanted}` : wanted;
  return { rule, task, path, ...scalar(value), wanted: words };
}

/** A list or an object is not shown. */
function scalar(value: unknown): Pick<Fault, "value"> {
  return value === undefined || (typeof value === "object" && value !== null) ? {} : { value };
}

/** Adds what the desk does with it. */
function outcomesIn({ products, probes }: AgentFacts): (fault: Fault, answer: RawAnswer) => Fault {
  const lost = new Map<RawAnswer, Set<number>>();
  for (const { answer, index, result } of products)
    if (result === "left-out") lost.set(answer, (lost.get(answer) ?? new Set()).add(index));
  const read = new Set(probes.flatMap(({ task, result }) => (result === "answered" ? [task] : [])));
  return (fault, answer) => {
    if (fault.follows !== undefined || fault.isToKnow) return fault;
    const index = productIn(fault);
    if (index !== undefined && lost.get(answer)?.has(index))
      return { ...fault, follows: "the product is left out" };
    const field = partsOf(fault.path)[2] ?? fault.wanted.split(" ")[0] ?? "";
    if (index !== undefined)
      return { ...fault, follows: outcomes[field] ?? "the product is read without it" };
    const isRead = fault.task === "get_capabilities" || [...read].some((task) => task === fault.task);
    return {
      ...fault,
      follows: isRead ? "the answer is read all the same" : "nothing of the answer is read",
    };
  };
}

const outcomes: Readonly<Record<string, string>> = {
  pricing_options: "the product cannot be ordered",
  delivery_type: "taken as not guaranteed",
  reporting_capabilities: "delivery may never be reported, pacing and claims will not work",
  publisher_properties: "the seller's own publishers stand for the product's",
  format_ids: "no creative can be made for it",
  format_options: "no creative can be made for it",
  product_id: "it cannot be ordered",
};

/** Products that the desk cannot read for a reason that no schema named. */
function leftOut({ products }: AgentFacts, found: readonly Found[]): Found[] {
  const named = new Map<RawAnswer | undefined, Set<number | undefined>>();
  for (const { fault, answer } of found)
    if (!fault.isToKnow) named.set(answer, (named.get(answer) ?? new Set()).add(productIn(fault)));
  return products.flatMap(({ answer, index, result, path, reason = "" }): Found[] => {
    if (result !== "left-out" || named.get(answer)?.has(index)) return [];
    const fault = {
      rule: "product-left-out",
      task: answer.task,
      path,
      ...scalar(valueAt(answer.payload, path)),
      wanted: `it cannot be read (${reason})`,
      follows: "the product is left out",
    };
    return [{ fault, answer }];
  });
}

function formatFaults({ formatsOfProducts }: AgentFacts): Found[] {
  return formatsOfProducts.flatMap(({ answer, path, agentUrl, id, isDescribed }): Found[] => {
    if (isDescribed !== false) return [];
    const fault: Fault = {
      rule: "format-not-described",
      task: answer.task,
      path,
      value: id,
      wanted: `a format that ${cleanText(agentUrl, 120)} describes is wanted`,
      follows: "no creative can be made for it",
    };
    return [{ fault, answer }];
  });
}

function publisherFaults({ publishers }: AgentFacts): Found[] {
  return publishers.flatMap(({ standing, reason, domain, answer, path }): Found[] => {
    if (standing !== "not-authorised") return [];
    const fault: Fault = {
      rule: "publisher-does-not-list-it",
      task: answer.task,
      path,
      value: domain,
      wanted: `its adagents.json has to list the agent (${reason})`,
      follows: "products of that publisher get no money",
    };
    return [{ fault, answer }];
  });
}

const unansweredRules: Readonly<Record<string, string>> = {
  ANSWER_TOO_LARGE: "answer-too-large",
  TIMEOUT: "answer-late",
  INVALID_RESPONSE: "answer-unreadable",
};

/** An answer that does not come, or of which nothing can be read, is a fault of its own where no other says why. */
function unanswered(probe: Probe, found: readonly Found[]): Found[] {
  const rule = probe.result === "failed" ? unansweredRules[probe.code] : undefined;
  if (probe.result !== "failed" || rule === undefined) return [];
  const isExplained = found.some(({ fault }) => fault.task === probe.task && !fault.isToKnow);
  if (rule === "answer-unreadable" && isExplained) return [];
  const fault: Fault = {
    rule,
    task: probe.task,
    path: "/",
    wanted: rule === "answer-late" ? `an answer in time is wanted: ${probe.reason}` : probe.reason,
    follows: "nothing of it is read",
  };
  return [{ fault }];
}

/** How many answers of each task were checked. */
export function checkedIn({ answers }: Pick<AgentFacts, "answers">): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { task, release } of answers) {
    const name = wireName(task, release);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
