import { cleanText } from "../../lib/clean-text.ts";
import { counted, formatCount } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { credentialPath } from "../../protocol/client/credential-scan.ts";
import { checkedAnswers } from "./conformance/answer-schemas.ts";
import { type Fault, productIn, wireName } from "./fault.ts";
import type { Found } from "./find-faults.ts";
import { breaksRelease, type Finding, type FoundPlace, toKnow } from "./finding.ts";
import { inEveryItem, partsOf, pointer, valueAt } from "./pointer.ts";

/** Characters that are shown of a value. */
const longestValue = 80;
/** Places of one fault that are named. */
const mostPaths = 3;

/** Faults as findings, one for each rule and kind of place, however many items of a list it is in. */
export function describeFaults(found: readonly Found[]): readonly Finding[] {
  return [...groupBy(found, sameFault).values()].map(describe);
}

/** Sums and lengths differ from place to place, and the fault is one. */
function sameFault({ fault, answer }: Found): string {
  const { rule, task, path, wanted, follows, isToKnow } = fault;
  const kind = wanted.replaceAll(/\d[\d.:TZ-]*/g, "#");
  return JSON.stringify([rule, task, inEveryItem(path), kind, follows, isToKnow, answer?.release]);
}

function describe(all: readonly Found[]): Finding {
  const [first] = all;
  if (first === undefined) throw new Error("a group of faults has a first one");
  const { fault, answer } = first;
  const { rule, task, path, isToKnow, stops } = fault;
  const [shownPath = path, ...others] = all.slice(0, mostPaths).map((one) => cleanText(one.fault.path, 200));
  const value = shownValue(fault);
  const place: FoundPlace = {
    rule,
    task: wireName(task, answer?.release),
    path: shownPath,
    ...(all.length > 1 && { paths: [shownPath, ...others], count: all.length }),
    ...(value !== undefined && { value }),
    ...(answer?.release !== undefined && { release: answer.release }),
  };
  const text = `${place.task} ${shownPath}: ${sentence(fault, value)}${severalPlaces(all.length, others) || itsProduct(first)}`;
  const about = task === "adagents_file" ? "buying" : checkedAnswers[task].about;
  if (isToKnow) return { ...toKnow(about, text), found: place };
  return breaksRelease(about, text, place, stops);
}

function sentence({ wanted, follows }: Fault, value: string | undefined): string {
  const says = value === undefined ? wanted.replace(/^is /, "it is ") : joined(value, wanted);
  return follows === undefined ? says : `${says}; ${follows}`;
}

function joined(value: string, wanted: string): string {
  return wanted.startsWith("is ") ? `${value} ${wanted}` : `${value}, ${wanted}`;
}

/** Whose place it is, where it is one product's. */
function itsProduct({ fault, answer }: Found): string {
  const index = productIn(fault);
  const id =
    index === undefined ? undefined : valueAt(answer?.payload, pointer("products", index, "product_id"));
  return typeof id === "string" ? ` (product "${cleanText(id, longestValue)}")` : "";
}

function severalPlaces(count: number, others: readonly string[]): string {
  if (count === 1) return "";
  const more = count - others.length - 1;
  return ` (${counted(count, "place")}: also ${others.join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""})`;
}

/** As JSON, so that text and number are distinct. Whatever is a credential, by its field or by its form, is not shown. */
function shownValue({ value, path }: Fault): string | undefined {
  if (value === undefined) return undefined;
  const field = partsOf(path).at(-1) ?? "";
  if (credentialPath({ [field]: value }) !== undefined) return "[secret]";
  if (typeof value !== "string") return cleanText(JSON.stringify(value) ?? "", longestValue);
  return `"${cleanText(value, longestValue)}"`;
}
