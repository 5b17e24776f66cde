import type { SpanRole } from "../../llm/questions/label-spans.ts";
import type { DateSpan } from "./find/find-dates.ts";
import { pastWords } from "./grammar/mentions.ts";
import { wordsAround } from "./grammar/spans.ts";

/** What a date stands for. `unknown`: the words around it do not say. */
export type DateRole =
  | Extract<SpanRole, "flight" | "flight_start" | "flight_end" | "deadline" | "past">
  | "unknown";

export type LabelledDate = DateSpan & { readonly role: DateRole; readonly via: "rule" | "model" };

/** Gives each date the role that its own words prove. */
export function labelDates(text: string, dates: readonly DateSpan[]): LabelledDate[] {
  return dates.map((date) => {
    const { before, after } = wordsAround(text, date, dates);
    return { ...date, role: roleOf(date, before, after), via: "rule" };
  });
}

function roleOf(date: DateSpan, before: string, after: string): DateRole {
  if (handedIn.test(before)) return "deadline";
  // What stands in brackets is about something beside the date: "(last year: 200,000 EUR)".
  const around = `${before} … ${after}`.replaceAll(/\([^()]*\)/g, "");
  // A date is a German "Termin", a period is one's dates in Polish and German alike.
  if (
    deadline.test(
      date.type === "period"
        ? around.replaceAll(/(?<!\p{L})(?:Termin|Stand|Version)(?!\p{L})/gu, "")
        : around,
    )
  )
    return "deadline";
  if (pastWords.test(around)) return "past";
  if (unsettled.test(around) || nearby.test(before)) return "unknown";
  if (date.type === "period") return "flight";
  if (startBefore.test(before)) return "flight_start";
  return endBefore.test(before) ? "flight_end" : "unknown";
}

const deadline =
  /(?<!\p{L})(?:deadlines?|(?:is|are|be) due|due(?= (?:date|by|on|at|before|in|to))|proposals?|respon(?:d|se)|reply|repl(?:y|ies)|answers?|RFP|materials?|deliver(?:y|ed|ables?)|meeting|call|decision|decide|kick-?off|briefing|dated|created|written|erstellt|rédigé|version|updated|sent|report(?:ing|s)?|Abgabe\p{L}*|Angebote?|Rückmeldung|Frist|Anlieferung\p{L}*|Stand|Termin|date limite|réponses?|remise|livraison|réunion|entrega|plazo|respuestas?|propuestas?|reunión|invoice\p{L}*|pay(?:ment|able)?)(?!\p{L})/iu;
/** "20\" spot due", "a bumper follows by": when a creative is there, not when it runs. */
const handedIn =
  /(?<!\p{L})(?:due(?: (?:by|on))?|(?:spots?|bumpers?|banners?|creatives?|assets?|artworks?|masters?|copy|films?|videos?)(?: \p{L}+){0,2} (?:follows?|arrives?|comes?|ready|supplied|available)(?: (?:by|on|until|from))?|(?:Spots?|Werbemittel|Motive?|Banner)(?: \p{L}+){0,2} (?:folg(?:t|en)|komm(?:t|en)|lieg(?:t|en)|fertig)(?: (?:bis|am|zum|ab))?(?: zum)?|(?:spots?|visuels?|bannières?|créas?)(?: \p{L}+){0,2} (?:livrés?|livrées?|prêts?|prêtes?)(?: (?:le|avant le|pour le))?)\s*$/iu;
const unsettled =
  /(?<!\p{L})(?:not|if|could|might|or|perhaps|maybe|possibly|nicht|oder|falls|vielleicht|ou|peut-être|quizás?|TBC|TBD)(?!\p{L})/iu;
const nearby =
  /(?<!\p{L})(?:about|around|approximately|roughly|circa|ca\.?|before|after|etwa|rund|vor|nach|environ|avant|après|antes del?|después del?|hacia)\s*(?:the |dem |le |el )?$/iu;
const weekdays = [0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
  ["en", "de", "fr", "es", "it", "nl", "pl", "pt", "sv"].flatMap((locale) =>
    (["long", "short"] as const).map((weekday) =>
      new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" }).format(Date.UTC(2027, 0, 3 + day)),
    ),
  ),
);
const article = `(?:\\s*(?:date|on|am|dem|den|the|le|el|is|:|–|-|,|\\.|${weekdays.join("|")}))*\\s*$`;
const startBefore = new RegExp(
  `(?<!\\p{L})(?:start(?:s|ing|et)?|begin(?:s|ning|nt)?|from|launch(?:es|ing)?|live|go-live|\\p{L}*start|\\p{L}*beginn|ab|von|vom|début|démarrage|débute|commence|à partir du|dès|du|inicio|empieza|comienza|desde|a partir del?|del|dal(?:l['’])?|dall|vanaf|van|od|från)${article}`,
  "iu",
);
const endBefore = new RegExp(
  `(?<!\\p{L})(?:end(?:s|ing|et)?|to|until|till|through|\\p{L}*ende|bis(?: zum)?|fin|jusqu['’]au|se termine|hasta|termina|al|au|fino al|tot(?: en met)?|t/m|do|até|till)${article}`,
  "iu",
);
