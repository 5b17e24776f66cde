import { readText } from "../src/brief/reader/read-text.ts";
for (const t of process.argv.slice(2)) { const d:any = await readText({ text: t.replaceAll("\\n","\n"), today: "2026-11-30" }); console.log(t.slice(0,140), "=>", JSON.stringify(d.budget?.value), "|", d.questions.filter((q:any)=>/budget|fees|kpi/.test(q.field)).map((q:any)=>q.text).join(" // ")); }
