import type { SpanRole } from "../../llm/questions/label-spans.ts";
import type { MoneySpan } from "./find-money.ts";
import { pastWords } from "./mentions.ts";
import { wordsAround } from "./spans.ts";

/** What an amount stands for. `unknown`: the words around it do not say, or say that it is not settled. */
export type AmountRole =
  | Extract<
      SpanRole,
      "total_budget" | "monthly_budget" | "part_of_budget" | "fee" | "past" | "price" | "not_media"
    >
  | "unknown";

export type LabelledAmount = MoneySpan & { readonly role: AmountRole; readonly via: "rule" | "model" };

/** Gives each amount the role that its own words prove. Anything that speaks against a total outweighs what speaks for it. */
export function labelAmounts(
  text: string,
  amounts: readonly MoneySpan[],
  prices: readonly MoneySpan[],
): LabelledAmount[] {
  return amounts.map((amount) => {
    if (prices.includes(amount)) return { ...amount, role: "price", via: "rule" };
    const { before, after } = wordsAround(text, amount, amounts);
    return { ...amount, role: roleOf(before, after), via: "rule" };
  });
}

function roleOf(before: string, after: string): AmountRole {
  const around = `${before} … ${after}`;
  if (slashPeriod.test(after)) return "monthly_budget";
  const told = cues.find(({ pattern }) => pattern.test(around));
  if (told !== undefined) return told.role;
  if (pastWords.test(around)) return "past";
  if (unsettled.test(around.replaceAll(ceiling, "")) || bound.test(before) || bareMinimum.test(after))
    return "unknown";
  return total.test(around) ? "total_budget" : "unknown";
}

const word = (alternatives: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, "iu");

// In the order of what must be asked about first.
const cues: readonly { readonly role: AmountRole; readonly pattern: RegExp }[] = [
  {
    role: "monthly_budget",
    pattern: word(
      "(?:per|a|an|each|every|pro|je|im|par|chaque|al|por|cada) ?(?:month|week|day|quarter|year|flight|market|country|Monat|Woche|Tag|Quartal|Jahr|Land|Markt|mois|semaine|jour|trimestre|an|pays|marché|mes|semana|día|dia|año|país|mercado)|monthly|weekly|daily|quarterly|annual(?:ly)?|yearly|monatlich\\w*|wöchentlich\\w*|täglich\\w*|jährlich\\w*|mensuel(?:le)?s?|hebdomadaire|quotidien(?:ne)?|annuel(?:le)?|mensual(?:es)?|semanal|diari[oa]|anual|p\\.\\s?m|Monatsbudget|Tagesbudget|Jahresbudget|apiece|jeweils|chacun|each",
    ),
  },
  {
    role: "fee",
    pattern: word(
      "fees?|production|commission|retainer|agency costs?|tech costs?|ad ?serving|data costs?|VAT|tax(?:es)?|gross|net|Honorar\\w*|Gebühr\\w*|Produktion\\w*|Provision|Agenturkosten|MwSt|brutto|netto|frais|honoraires|taxes|TVA|TTC|HT|brut|honorarios|producción|comisión|IVA|bruto|neto",
    ),
  },
  {
    role: "part_of_budget",
    pattern: word(
      "of which|thereof|out of (?:which|that)|reserved?|set aside|contingency|test budget|pilot|bonus|top-?up|remainder|rest of|davon|darunter|Testbudget|dont|parmi lesquels|de los cuales|de las cuales|de ellos|reserva",
    ),
  },
  {
    role: "not_media",
    pattern: word(
      "(?:product|ticket|subscription|item) (?:costs?|prices?)|priced at|Verkaufspreis|revenue|turnover|sales (?:target|of)|order value|basket|AOV|product price|retail price|costs? customers|worth|prizes?|raised|valued|competitors?(?:['’]s)?|rivals?|Umsatz|Wettbewerber|Warenkorb|chiffre d['’]affaires|concurrents?|facturación|ingresos|competidor(?:es)?",
    ),
  },
];

/** Amounts that are relative to another one, conditional, denied or not decided. */
const unsettled = word(
  "not|no longer|never|don['’]t|if|unless|could|might|may|would|perhaps|maybe|possibly|either|instead of|ideally|option(?:al(?:ly)?)?|increase|decrease|raise|raised to|plus|minus|additional|extra|twice|double|half|nicht|kein\\w*|falls|wenn|könnte|vielleicht|eventuell|zusätzlich\\w*|erhöh\\w*|pas|si|peut-être|éventuellement|pourrait|supplémentaires?|no|quizás?|podría|adicional(?:es)?|tal vez|override|ignore|instructions?|TBC|TBD|pending|proposed",
);
/** "should not exceed" denies nothing: it names the whole amount. */
const ceiling =
  /(?:should |must |may |darf |soll )?(?:not (?:to )?exceed|no more than|not more than|nicht überschreiten|ne (?:doit )?pas (?:dépasser|excéder)|no (?:debe )?(?:superar|exceder))/giu;
const slashPeriod =
  /^\s*\/\s*(?:month|week|day|quarter|year|Monat|Woche|Tag|Quartal|Jahr|mois|semaine|jour|trimestre|an|mes|semana|día|año|mo|wk|d)(?!\p{L})/iu;
const bound =
  /(?<!\p{L})(?:at least|minimum(?: of)?|min\.?|from|over|above|more than|under|below|less than|starting at|mindestens|ab|über|mehr als|unter|weniger als|au moins|à partir de|plus de|moins de|al menos|desde|más de|menos de|±|\+\/-)\s*$/iu;
const bareMinimum = /^\s*(?:\+|or more|or less|and up|oder mehr|ou plus|o más|minimum|±|\+\/-)/iu;
const total =
  /(?<!\p{L})(?:(?:media|mediabudget|gesamt|campaign|kampagnen|werbe|total)?-?\s?budgets?|gesamtbudget|mediabudget|kampagnenbudget|werbebudget|total|overall|to spend|spend(?:ing)?|invest(?:ment|ing|ieren)?|we have|we['’]ve got|available|etat|wir haben|zur verfügung|stehen|nous avons|nous disposons|disposons|enveloppe|presupuesto|inversión|invertir|tenemos|disponemos|contamos con)(?!\p{L})/iu;
