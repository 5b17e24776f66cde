import { test } from "vitest";
import { readText } from "../src/brief/reader/read-text.ts";
import { loadCases } from "./brief-case.ts";
import { throughFile } from "./file-forms.ts";
import { liars, perfect, proposing } from "./proposers.ts";
import { scoreBrief } from "./score-brief.ts";

test("x", async () => {
  const out: string[] = [];
  const who = process.env["WHO"] ?? "perfect";
  for (const c of [...loadCases("seen"), ...loadCases("known")].filter(
    (_, i) => i % Number(process.env["EVAL_STEP"] ?? 1) === 0,
  )) {
    const text = c.form === undefined ? c.text : await throughFile(c.text, c.form);
    const brief = { ...c, text };
    const d = await readText({
      text,
      today: "2026-11-21",
      model: proposing((who === "perfect" ? perfect : liars[who]!)(brief)),
    });
    const a = await readText({ text, today: "2026-11-21" });
    const [s, b] = [scoreBrief(brief, d), scoreBrief(brief, a)];
    if (s.whole && d.questions.length <= a.questions.length) continue;
    out.push(
      `### ${c.id} ${s.whole ? "" : b.whole ? "LOST" : "still"} Q ${a.questions.length} -> ${d.questions.length}\n${c.text}\nWRONG ${s.fields
        .filter((f) => !f.right)
        .map((f) => `${f.field}: ${f.actual} != ${f.expected}`)
        .join(
          " ; ",
        )} FORB ${s.forbiddenQuestions} MISS ${s.missedQuestions}\n${d.questions.map((q) => `  ? ${q.field}: ${q.text}`).join("\n")}\n`,
    );
  }
  (await import("node:fs")).writeFileSync(`/tmp/seen-${who.replaceAll(" ", "_")}.txt`, out.join("\n"));
});
