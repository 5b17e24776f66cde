import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import type { Language } from "./language.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";
import { sv } from "./sv.ts";

export const languages: readonly Language[] = [en, de, fr, es, it, nl, pl, pt, sv];

export interface Told {
  readonly name: string;
  /** There is a table of its words. */
  readonly read: boolean;
  /** The tables to read with: its own one first, and always the English one. */
  readonly tables: readonly Language[];
}

/** The language that most of the words are of; English where too few words tell. */
export function languageOf(text: string): Told {
  const lower = text.toLowerCase();
  const letters = lower.match(/\p{L}/gu)?.length ?? 0;
  const latin = lower.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters > 20 && latin < letters / 2)
    return { name: "a language in another script", read: false, tables: [en] };
  const all = lower.match(/\p{L}+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  const score = ({ common, months = [] }: Telling) =>
    [...new Set([...common.split(" "), ...months])].reduce(
      (sum, word) => sum + Math.min(6, counts.get(word) ?? 0),
      0,
    );
  const scored = [
    ...tellings.map((telling) => ({ ...telling, score: score(telling) })),
    ...Object.entries(unread).map(([name, common]) => ({ name, table: undefined, score: score({ common }) })),
  ].sort((a, b) => b.score - a.score);
  const [best] = scored;
  if (best === undefined || best.score < 2) return { name: en.name, read: true, tables: [en] };
  if (best.table === undefined) return { name: best.name, read: false, tables: [en] };
  const mixed = scored.flatMap(({ table, score: points }) =>
    table !== undefined && points >= best.score * 0.7 && points >= 3 ? [table] : [],
  );
  return { name: best.name, read: true, tables: [...new Set([best.table, ...mixed, en])] };
}

interface Telling {
  readonly common: string;
  readonly months?: readonly string[];
}

const tellings = languages.map((table) => ({
  table,
  name: table.name,
  common: table.common,
  months: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].flatMap((month) => {
    const parts = new Intl.DateTimeFormat(table.code, {
      day: "numeric",
      month: "long",
      timeZone: "UTC",
    }).formatToParts(Date.UTC(2027, month, 15));
    return parts.filter(({ type }) => type === "month").map(({ value }) => value.toLowerCase());
  }),
}));

/** Languages that are told apart only to say that they are not read. */
const unread: Readonly<Record<string, string>> = {
  Finnish:
    "on ja ei että haluamme tarvitsee tavoitteena tavoite budjetti kampanja kampanjan kohderyhmä hei kiitos vain suomessa suomi myös",
  Danish:
    "og ikke til vi er af det en på med kampagne budget målgruppe ønsker skal kun hej tak danmark uden måned",
  Norwegian:
    "og ikke til vi er av det en på med kampanje budsjett målgruppe ønsker skal kun hei takk norge uten måned",
  Czech:
    "a na pro je se v do rozpočet kampaň kampaně cílová skupina chceme pouze ne bez děkujeme česko česká",
  Hungarian: "és a az nem egy hogy kampány költségvetés célcsoport szeretnénk csak köszönjük magyarország",
  Romanian: "și nu pentru este cu din campanie buget obiectiv doar fără mulțumim românia dorim",
  Turkish: "ve bir için ile bu kampanya bütçe hedef sadece değil istiyoruz türkiye teşekkürler",
};
