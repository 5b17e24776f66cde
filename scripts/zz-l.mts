import { loadCases } from "../evals/brief-case.ts";
import { readText } from "../src/brief/reader/read-text.ts";
import { throughFile } from "../evals/file-forms.ts";
for (const set of ["open","seen"] as const) for (const w of loadCases(set)) {
  if (!w.expected.budget) continue;
  const digits = w.expected.budget.split(" ")[1]!.replace(/\.\d+$/,"");
  const text = w.form === undefined ? w.text : await throughFile(w.text, w.form);
  const line = text.split("\n").find(l => l.replace(/[.,'’\s ]/g,"").includes(digits) || l.replace(/[.,'’\s ]/g,"").includes(digits.replace(/000$/,"k")));
  if (!line || !/^[^:|]{1,60}[:|]\s*(?:\p{Sc}|[A-Z]{3}\s?)?\d/u.test(line.trim())) continue;
  const d:any = await readText({ text, today: "2026-11-21" });
  if (!d.budget) console.log(w.id, "::", line.trim().slice(0,110));
}
