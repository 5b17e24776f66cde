import { readText } from "../src/brief/reader/read-text.ts";
import { type BriefCase, caseSets, loadCases } from "./brief-case.ts";
import { throughFile } from "./file-forms.ts";
import { liars, type Proposer, perfect, proposing } from "./proposers.ts";
import { today } from "./run-cases.ts";
import { type BriefScore, scoreBrief } from "./score-brief.ts";

/** What a proposer made of a case, beside what the rules alone make of it. */
export interface Helped {
  readonly id: string;
  readonly set: BriefCase["set"];
  readonly whole: boolean;
  readonly questions: number;
  /** Fields that are wrong without a question, and were not without the proposer. */
  readonly silentlyWrong: readonly string[];
  /** What the rules leave out or ask about, and what would be bought now. */
  readonly vetoesLost: readonly string[];
}

export const proposers: Readonly<Record<string, (brief: BriefCase) => Proposer>> = { perfect, ...liars };

/** Every `step`th case under each of the proposers, with `none` for the rules alone. */
export async function runProposals(
  step: number,
  names: readonly string[] = Object.keys(proposers),
): Promise<Readonly<Record<string, readonly Helped[]>>> {
  const helped: Record<string, Helped[]> = { none: [] };
  const cases = caseSets.flatMap(loadCases).filter((_, i) => i % step === 0);
  for (const written of cases) {
    const text = written.form === undefined ? written.text : await throughFile(written.text, written.form);
    const brief = { ...written, text };
    const alone = await readText({ text, today });
    const before = scoreBrief(brief, alone);
    helped["none"]?.push(helpedBy(brief, before, alone.questions.length, before));
    for (const name of names) {
      const proposer = proposers[name];
      if (proposer === undefined) throw new TypeError(`no proposer is called ${name}`);
      const draft = await readText({ text, today, model: proposing(proposer(brief)) });
      const score = scoreBrief(brief, draft);
      helped[name] ??= [];
      const lost = lostVetoes(alone, draft).filter((veto) => !isExpected(brief, veto));
      helped[name].push({ ...helpedBy(brief, score, draft.questions.length, before), vetoesLost: lost });
    }
  }
  return helped;
}

type Draft = Awaited<ReturnType<typeof readText>>;

function lostVetoes(before: Draft, after: Draft): string[] {
  const vetoes = ({ excludedSellers, avoid, ruledOut, excludedRegions }: Draft) =>
    [...excludedSellers, ...avoid, ...ruledOut, ...excludedRegions].map(({ value }) => value);
  const now = new Set(vetoes(after));
  return vetoes(before).filter((veto) => !now.has(veto));
}

/** What the rules refuse and a case wants was no veto. */
function isExpected({ expected }: BriefCase, value: string): boolean {
  return [...(expected.channels ?? []), ...(expected.countries ?? [])].includes(value);
}

function helpedBy({ id, set }: BriefCase, score: BriefScore, questions: number, before: BriefScore): Helped {
  const wrong = (of: BriefScore) => [
    ...of.fields
      .filter(({ silentlyWrong }) => silentlyWrong)
      .map(({ field, actual }) => `${field}: ${actual}`),
    ...of.boughtAnyway.map((value) => `bought: ${value}`),
  ];
  const known = new Set(wrong(before));
  return {
    id,
    set,
    whole: score.whole,
    questions,
    silentlyWrong: wrong(score).filter((each) => !known.has(each)),
    vetoesLost: [],
  };
}

/** A line for each proposer and set. */
export function proposalsText(helped: Readonly<Record<string, readonly Helped[]>>): string {
  const none = helped["none"] ?? [];
  const rows = Object.entries(helped).flatMap(([name, all]) =>
    caseSets.map((set) => {
      const [own, alone] = [all, none].map((some) => some.filter((one) => one.set === set));
      const count = (of: (one: Helped) => number, some = own) =>
        (some ?? []).reduce((sum, one) => sum + of(one), 0);
      const asked = count(({ questions }) => questions, alone);
      const more = asked === 0 ? 0 : Math.round((count(({ questions }) => questions) / asked - 1) * 100);
      const cells = [
        name,
        set,
        `${count(({ whole }) => (whole ? 1 : 0))} of ${own?.length ?? 0}`,
        count(({ silentlyWrong }) => silentlyWrong.length),
        count(({ vetoesLost }) => vetoesLost.length),
        `${more >= 0 ? "+" : ""}${more} %`,
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  );
  const wrong = Object.entries(helped).flatMap(([name, all]) =>
    all.flatMap(({ id, set, silentlyWrong, vetoesLost }) =>
      [...silentlyWrong, ...vetoesLost.map((veto) => `lost: ${veto}`)].map(
        (what) =>
          `- ${name}: ${id}${set === "unseen" || set === "fresh" || set === "sealed" ? "" : `: ${what}`}`,
      ),
    ),
  );
  return [
    "| proposer | set | whole | silently wrong | vetoes lost | questions against none |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    ...(wrong.length > 0 ? ["", "Wrong by the proposer alone:"] : []),
    ...wrong,
  ].join("\n");
}
