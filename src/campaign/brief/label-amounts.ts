import type { SpanRole } from "../../llm/questions/label-spans.ts";
import type { MoneySpan } from "./grammar/amounts.ts";
import { pastWords } from "./grammar/mentions.ts";
import { wordsAround } from "./grammar/spans.ts";

/** What an amount stands for. `split`: the budget of one country or channel of several. `change`: what a budget grew or shrank by. `unknown`: the words around it do not say, or say that it is not settled. */
export type AmountRole =
  | Extract<
      SpanRole,
      "total_budget" | "monthly_budget" | "part_of_budget" | "fee" | "past" | "price" | "not_media"
    >
  | "split"
  | "change"
  | "unknown";

export type LabelledAmount = MoneySpan & {
  readonly role: AmountRole;
  readonly via: "rule" | "model";
  readonly inferred?: true;
};

/** Gives each amount the role that its own words prove. Anything that speaks against a total outweighs what speaks for it. */
export function labelAmounts(
  text: string,
  amounts: readonly MoneySpan[],
  prices: readonly MoneySpan[],
  splits: readonly MoneySpan[],
): LabelledAmount[] {
  const [priced, splitUp] = [new Set(prices), new Set(splits)];
  const labelled = amounts.map((amount): LabelledAmount => {
    if (priced.has(amount)) return { ...amount, role: "price", via: "rule" };
    const { before, after } = wordsAround(text, amount, amounts);
    const role = roleOf(before, after);
    const isSplit = splitUp.has(amount) && (role === "unknown" || role === "total_budget");
    return { ...amount, role: isSplit ? "split" : role, via: "rule" };
  });
  const open = labelled.filter(
    ({ role }) => role === "unknown" || role === "total_budget" || role === "split",
  );
  const [only, ...others] = open;
  if (only === undefined || others.length > 0 || only.role !== "unknown" || !standsAlone(text, only))
    return labelled;
  return labelled.map((each) => (each === only ? { ...each, role: "total_budget", inferred: true } : each));
}

/** The only amount of a brief, in a clause of its own: "acme.example, 80,000 EUR, Spain". Nothing says that it is anything else. */
function standsAlone(text: string, amount: MoneySpan): boolean {
  const around = wordsAround(text, amount, []);
  const before = around.before.replaceAll(otherClause, " ").replaceAll(netOfTax, " ");
  const after = around.after.replaceAll(otherClause, " ").replaceAll(netOfTax, " ");
  if (
    unsettled.test(`${before} … ${after}`.replaceAll(settled, "")) ||
    bound.test(before) ||
    bareMinimum.test(after)
  )
    return false;
  return aloneBefore.test(before) && aloneAfter.test(after);
}

function roleOf(written: string, following: string): AmountRole {
  const plain = (words: string) => words.replaceAll(feesOnTop, " ").replaceAll(netOfTax, " ");
  const [before, after] = [plain(written), plain(following)];
  const around = `${before} … ${after}`;
  if (changeBefore.test(before) || changeAfter.test(after)) return "change";
  if (slashPeriod.test(after)) return "monthly_budget";
  if (paidElsewhere.test(after)) return "not_media";
  const told = cues.find(({ pattern }) => pattern.test(around));
  if (told !== undefined) return told.role;
  if (pastWords.test(around)) return "past";
  if (unsettled.test(around.replaceAll(settled, "")) || bound.test(before) || bareMinimum.test(after))
    return "unknown";
  return total.test(`${written} … ${following}`) || ownBefore.test(before) ? "total_budget" : "unknown";
}

const word = (alternatives: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, "iu");

// In the order of what must be asked about first.
const cues: readonly { readonly role: AmountRole; readonly pattern: RegExp }[] = [
  {
    role: "monthly_budget",
    pattern: word(
      "(?:per|a|an|each|every|pro|je|im|par|chaque|al|por|cada) ?(?:month|week|day|quarter|year|flight|market|country|Monat|Woche|Tag|Quartal|Jahr|Land|Markt|mois|semaine|jour|trimestre|an|pays|marché|mes|semana|día|dia|año|país|mercado|city|town|store|shop|branch|region|state|province|channel|platform|wave|phase|creative|Stadt|Filiale|Standort|Region|Kanal|Welle|ville|magasin|région|canal|vague|ciudad|tienda|región|ola|mese|settimana|città|negozio|regione|canale|maand|stad|winkel|regio|kanaal|miesiąc|tydzień|miasto|sklep|kanał|mês|cidade|loja|região|praça|månad|stad|butik)|(?:na|w) (?:miesiąc|tydzień)|miesięcznie|mensal(?:mente)?|mensil[ei]|maandelijks|månadsvis|mtl|pcm|p/m|p\\.?a|monthly|weekly|daily|quarterly|annual(?:ly)?|yearly|monatlich\\w*|wöchentlich\\w*|täglich\\w*|jährlich\\w*|mensuel(?:le)?s?|hebdomadaire|quotidien(?:ne)?|annuel(?:le)?|mensual(?:es)?|semanal|diari[oa]|anual|p\\.\\s?m|Monatsbudget|Tagesbudget|Jahresbudget|apiece|jeweils|chacun|each",
    ),
  },
  {
    role: "fee",
    pattern: word(
      "fees?|production|commission|retainer|agency costs?|tech costs?|ad ?serving|data costs?|VAT|tax(?:es)?|gross|Honorar\\w*|Gebühr\\w*|Produktion\\w*|Provision|Agenturkosten|MwSt|brutto|frais|honoraires|taxes|TVA|TTC|brut|honorarios|producción|comisión|IVA|bruto|lordo|lordi|commissioni|provvigione|commissie|btw|prowizj\\p{L}+|comissão|moms|arvode",
    ),
  },
  {
    role: "part_of_budget",
    pattern: word(
      "of which|thereof|held back|holding back|zurückgehalten|retenus?|di cui|waarvan|z czego|dos quais|varav|riserva|reserve|reserva|rezerw\\p{L}+|out of (?:which|that)|reserved?|set aside|contingency|test budget|pilot|bonus|top-?up|remainder|rest of|davon|darunter|Testbudget|dont|parmi lesquels|de los cuales|de las cuales|de ellos|reserva",
    ),
  },
  {
    role: "not_media",
    pattern: word(
      "(?:product|ticket|subscription|item) (?:costs?|prices?)|priced at|Verkaufspreis|revenue|turnover|sales (?:target|of)|order value|basket|AOV|product price|retail price|costs? customers|worth|prizes?|raised|valued|competitors?(?:['’]s)?|rivals?|Umsatz|Wettbewerber|Warenkorb|chiffre d['’]affaires|concurrents?|facturación|ingresos|competidor(?:es)?|(?:household )?income|salary|\\p{L}*einkommen|revenus? (?:du foyer|mensuels?|des ménages)",
    ),
  },
];

/** Amounts that are relative to another one, conditional, denied or not decided. */
const unsettled = word(
  "not|no longer|never|don['’]t|if|unless|could|might|may|would|perhaps|maybe|possibly|either|instead of|option(?:al(?:ly)?)?|increase|decrease|raise|raised to|plus|minus|additional|extra|twice|double|half|nicht|kein\\w*|falls|wenn|könnte|vielleicht|eventuell|zusätzlich\\w*|erhöh\\w*|pas|si|peut-être|éventuellement|pourrait|supplémentaires?|no|quizás?|podría|adicional(?:es)?|tal vez|override|ignore|instructions?|TBC|TBD|pending|proposed",
);
/** "should not exceed" denies nothing: it names the whole amount. "would like" is how people ask, and "May" a month. */
const settled =
  /would (?:like|love)|\d(?:st|nd|rd|th)?\s+May\b|\bMay\s+\d|(?:should |must |may |darf |soll )?(?:not (?:to )?exceed|no more than|not more than|nicht überschreiten|ne (?:doit )?pas (?:dépasser|excéder)|no (?:debe )?(?:superar|exceder))/giu;
const slashPeriod =
  /^\s*\/\s*(?:month|week|day|quarter|year|Monat|Woche|Tag|Quartal|Jahr|mois|semaine|jour|trimestre|an|mes|semana|día|año|mo|wk|d|mese|maand|miesiąc|mês|månad|city|town|store|shop|branch|region|market|country|channel|platform|Stadt|Filiale|Standort|Land|Markt|Kanal|ville|magasin|région|pays|ciudad|tienda|país|città|stad|winkel|miasto|cidade|loja)(?!\p{L})/iu;
const bound =
  /(?<!\p{L})(?:at least|minimum(?: of)?|min\.?|from|over|above|more than|under|below|less than|starting at|ideally|preferably|idealerweise|möglichst|idéalement|idealmente|mindestens|ab|über|mehr als|unter|weniger als|au moins|à partir de|plus de|moins de|al menos|desde|más de|menos de|±|\+\/-)\s*$/iu;
const bareMinimum = /^\s*(?:\+|or more|or less|and up|oder mehr|ou plus|o más|minimum|±|\+\/-)/iu;
const total =
  /(?<!\p{L})(?:(?:media|mediabudget|gesamt|campaign|kampagnen|werbe|total)?-?\s?budgets?|gesamtbudget|mediabudget|kampagnenbudget|werbebudget|total|overall|to spend|spend(?:ing)?|invest(?:ment|ing|ieren)?|we have|we['’]ve got|available|etat|wir haben|net(?:to)? media|media money|working media|all[- ]in|zur verfügung|stehen|nous avons|nous disposons|disposons|enveloppe|presupuesto|inversión|invertir|tenemos|disponemos|contamos con|abbiamo|prevediamo|disponiamo|stanziati|budżet|mamy|verba|orçamento|temos|dispomos|er is|hebben we|vi har|finns)(?!\p{L})/iu;
/** "Acme has 80,000 EUR", "dispose de 40 000 €": the money that somebody has to spend. */
const ownBefore =
  /(?<!\p{L})(?:has|have|got|haben wir|hat|dispos(?:e|ent|er) d[e'’]|tiene|tienen|cuenta con|please plan|bitte|is er|zijn er|c['’]è|ci sono|finns(?: det)?|är|mamy|planen wir(?: mit)?|wir planen(?: mit)?|ausgeben)\s*(?:about |around |rund |etwa |environ )?$/iu;
const aloneBefore =
  /(?:^|[,;|/.(+\n–—-]|(?:\)|\.\p{L}{2,})\s?:)\s*(?:[-*•]\s*)?(?:(?:and|with|for|at|und|mit|für|et|avec|pour|y|con|por|about|around|roughly|circa|ca\.?|rund|etwa|environ|unos)\s+){0,2}$/iu;
const aloneAfter =
  /^\s*(?:(?:for|für|pour|para|in|en|na|em|i|w) (?:(?:the|der|den|die|la|las|los|el) )?(?:\p{Lu}|[a-z0-9-]+\.[a-z])[^,;|/\n]{0,60})?(?:[,;|/.)+\n–—-]|$)/u;
/** Media money without tax is what a budget is: these words of the trade change nothing. */
const netOfTax =
  /(?<!\p{L})\(?(?:(?:en |in |is )?(?:net(?:s|t[eio])?|net[oa]s?|l[íi]quid[oa]s?)(?: media(?:s|budget| money| spend)?| m[ée]dia| di media)?|working media|H\.?T\.?|hors taxes?|(?:excl(?:\.|uding|usive|us[ií]ve)?|exkl\.?|plus|zzgl\.?|ohne|sans|sin|sem|senza|zonder|bez|utan|\+)(?: of)? (?:VAT|taxes|MwSt\.?|USt\.?|TVA|IVA|btw|moms)|IVA esclusa|fix(?:ed)?|all[- ]in)\)?(?!\p{L})/giu;
/** "production of 35,000 is paid from another pot": money beside the budget. */
const elsewhere =
  "(?:is |are |gets? |will be |wird |werden |est |sont )?(?:(?:billed|paid|charged|invoiced|covered|handled|budgeted)(?: for)? separately|(?:paid|covered|funded) (?:from|out of|by) (?:another|a separate|a different) \\p{L}+|(?:separat|gesondert|extra) (?:abgerechnet|bezahlt|berechnet|vergütet)|factur\\p{L}+ (?:à part|séparément))";
const paidElsewhere = new RegExp(`^\\s*${elsewhere}(?!\\p{L})`, "iu");
const percent = "\\d{1,2}(?:[.,]\\d+)?\\s?%";
const fee =
  "(?:(?:les |nos |agency |our |the |unser |das |die )?(?:agency |ad |tech(?:nology)? )?(?:fees?|commission|serving|costs)|ad-?serving|\\p{L}*honorar|\\p{L}*provision|\\p{L}*gebühr(?:en)?|(?:frais|honoraires|commission)(?: d['’]agence)?|(?:honorarios|comisión)(?: de agencia)?)";
/** "plus 12 % agency fee and 3 % ad serving on top", "our fee is billed separately": what comes to a budget and is no part of it. */
export const feesOnTop = new RegExp(
  `(?<!\\p{L})(?:${[
    `${fee} ${elsewhere}`,
    `(?:hors|excl(?:\\.|uding)|exkl\\.|ohne|sans|sin|before) ${fee}(?: \\(${percent}\\))?`,
    `(?:plus|zzgl\\.?|zuzüglich|en sus|más|\\+)\\s${percent} ${fee}(?:,? (?:and|plus|und|et|y) ${percent} ${fee})*(?: on top| extra| obendrauf| en sus)?`,
  ].join("|")})(?![\\p{L}%])`,
  "giu",
);
/** "no radio", set off by commas: a clause about something else. */
const otherClause =
  /(?<=^|[,;|])\s*(?:no|without|kein\p{L}*|ohne|pas de|sans|sin|nada de|niente|senza|geen|zonder|bez|sem|ingen|utan|no máximo)\s+\p{L}+(?:\s+(?:or|oder|ou|o|and|und)\s+\p{L}+)?\s*(?=[,;|]|$)|(?<!\p{L})no (?:máximo|mínimo)(?!\p{L})/giu;
/** "cut by 30,000 EUR", "12,000 EUR short of": what a budget changed by is no budget. */
const changeBefore =
  /(?<!\p{L})(?:(?:cut|reduc\p{L}+|decreas\p{L}+|increas\p{L}+|rais\p{L}+|lower\p{L}*|trimmed|grow\p{L}*|grew|down|up|shrunk|topped up|off)(?:\s+\p{L}+){0,3}\s+by|(?:cut|reduction|increase|uplift|shortfall|gap|saving|rise) of|(?:gekürzt|erhöht|reduziert|aufgestockt|Budget)(?:\s+\p{L}+){0,4}\s+um|(?<=\p{L}\s)um|(?:réduit|baissé|diminué|augmenté|amputé|coupé)\p{L}*(?:\s+\p{L}+){0,3}\s+d[e']|(?:baisse|réduction|hausse|augmentation|coupe) de|(?:recort|reduci|redujo|aument|baj|ampli|increment)\p{L}*(?:\s+\p{L}+){0,4}\s+(?:en|por)|recorte de|(?:ridott|tagliat|aumentat|diminuit)\p{L}*(?:\s+\p{L}+){0,3}\s+di|(?:verlaagd|gekort|verhoogd|verminderd)(?:\s+\p{L}+){0,3}\s+met|(?:zmniejsz|obni|obcię|zwiększ)\p{L}*(?:\s+\p{L}+){0,3}\s+o|(?:reduzid|cortad|aumentad)\p{L}*(?:\s+\p{L}+){0,3}\s+em|(?:minsk|sänk|skur|ök|höj)\p{L}*(?:\s+\p{L}+){0,3}\s+med)\s*$/iu;
const changeAfter =
  /^\s*(?:short(?: of)?|less than|more than|on top|extra|cut|reduction|weniger|mehr als|gekürzt|reduziert|zusätzlich|zu wenig|de moins|de plus|en moins|menos|más que|in meno|in più|minder|meer|mniej|więcej|a menos|mindre|mer)(?!\p{L})/iu;
