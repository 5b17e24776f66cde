import { thingsIn } from "../src/brief/reader/things.ts";
import { languageOf } from "../src/brief/reader/detect-language.ts";
const t = process.argv[2]!.replaceAll("\\n","\n");
const d:any = await languageOf(t);
console.log(thingsIn(t, d.lexicon).map((x:any)=>[x.kind,x.text,x.stance,x.list].join(":")).join(" | "));
