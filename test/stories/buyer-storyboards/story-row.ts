import type { CannedCall } from "../../canned/market.ts";
import { requestSchemaOf, schemaErrors } from "../../protocol/dialects/adcp/schemas.ts";
import { type Check, type Played, passes } from "./checks.ts";

/** A step of one of the standard's stories of buyers: what it checks, and where it and the published schemas say different things. */
export interface StoryStep {
  readonly id: string;
  readonly checks: readonly Check[];
  /** Checks that the published schemas leave no way to pass, by their path. */
  readonly against?: readonly string[];
  /** What story and schemas say, both named. */
  readonly differs?: string;
}

/** How a step came out: a line of the page's table, and one of its list of differences. */
export interface Row {
  readonly story: string;
  readonly step: string;
  /** Requests that the step is about, and how many of them the published schema allows. */
  readonly bySchema: string;
  /** Checks of the story, and how many of them pass. */
  readonly byStory: string;
  /** What a person is shown. */
  readonly shown: string;
  readonly differs: string;
  /** Checks that fail without a reason in `against`, and what the schemas have against requests: none, where all is well. */
  readonly faults: readonly string[];
}

export function gradeStep(story: string, step: StoryStep, played: Played, shown: string): Row {
  const { id, checks, against = [], differs = "" } = step;
  const objections = played.calls.map(({ tool, arguments: request }) =>
    schemaErrors(requestSchemaOf(tool), request),
  );
  const valid = objections.filter((errors) => errors.length === 0).length;
  const failed = checks.filter((check) => !passes(check, played));
  const failedPaths = failed.map(nameOf);
  return {
    story,
    step: id,
    bySchema: played.calls.length === 0 ? "sends nothing" : `${valid} of ${played.calls.length}`,
    byStory: `${checks.length - failed.length} of ${checks.length}`,
    shown: withoutAddresses(shown),
    differs,
    faults: [
      ...unserved(played.all).map((tool) => `${id}: ${tool} is called, and not served`),
      ...failedPaths.filter((name) => !against.includes(name)).map((name) => `${id}: ${name} fails`),
      ...against.filter((name) => !failedPaths.includes(name)).map((name) => `${id}: ${name} passes by now`),
      ...objections.flat().map((error) => `${id}: ${error}`),
    ],
  };
}

/** A step that flightdesk has nothing for yet. */
export function notDone(story: string, { id, differs = "" }: StoryStep, shown: string): Row {
  return { story, step: id, bySchema: "not done", byStory: "not done", shown, differs, faults: [] };
}

/** Tools that were called and that nobody serves. */
export function unserved(calls: readonly CannedCall[]): string[] {
  return [...new Set(calls.flatMap(({ tool, answer }) => (answer === undefined ? [tool] : [])))];
}

/** A fixture's address is another in each run: its name is the last part of its path. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/http:\/\/127\.0\.0\.1:\d+\/(\w+)\/mcp/g, "$1");
}

function nameOf(check: Check): string {
  if ("path" in check) return check.path;
  if ("field" in check) return check.field;
  return "task" in check ? check.task : check.check;
}

export const header = [
  "| story | step | requests valid by schema | checks of the story passed | what is shown |",
  "| --- | --- | --- | --- | --- |",
];

export function line({ story, step, bySchema, byStory, shown }: Row): string {
  return `| ${[story, step, bySchema, byStory, shown].join(" | ")} |`;
}

/** What story and schemas say where they differ, a line of a list for each step. */
export function differences(rows: readonly Row[]): string[] {
  return rows.flatMap(({ story, step, differs }) =>
    differs === "" ? [] : [`- ${story}, \`${step}\`: ${differs}.`],
  );
}
