import type { Report, Standing } from "./report-schema.ts";

type Section = NonNullable<Report["preflight"]>;
type Finding = Section["checks"][number]["findings"][number];

/** What a check looks at, for people. */
const checkTitles: Readonly<Record<Section["checks"][number]["name"], string>> = {
  flight: "Dates",
  budget: "Budget",
  currency: "Currencies",
  geography: "Countries",
  duplicate: "Duplicates",
  total: "Totals",
  addresses: "Landing pages and files",
  release: "What sellers speak",
  operator: "Leave to buy for the brand",
};

/** `passed`, `stops the campaign` … */
export function resultInWords({ result, agreed }: Pick<Finding, "result" | "agreed">): string {
  if (agreed === true) return "agreed to";
  return { pass: "passed", note: "to be known", ask: "a person decides", block: "stops the campaign" }[
    result
  ];
}

/** The colour of a result, among those of steps. */
export function standingOfResult({ result, agreed }: Pick<Finding, "result" | "agreed">): Standing {
  if (agreed === true) return "done";
  return ({ pass: "done", note: "open", ask: "waiting", block: "refused" } as const)[result];
}

interface Row {
  readonly title: string;
  readonly finding: Pick<Finding, "result" | "agreed">;
  readonly text: string;
}

/** A check as one line where it has passed, else each of its findings. */
export function checkRows({ checks }: Section): readonly Row[] {
  return checks.flatMap(({ name, findings }): Row[] => {
    const title = checkTitles[name];
    if (findings.length === 0) return [{ title, finding: { result: "pass" }, text: "" }];
    return findings.map((finding) => ({
      title,
      finding,
      text: `${finding.where}: ${finding.what} ${finding.todo}`,
    }));
  });
}
