import type { Lexicon } from "../../grammar/lexicon.ts";
import { pastWords } from "../../grammar/phrases.ts";
import { matches, overlaps, type Span, sentenceAround, spanFrom, spansOf } from "../../grammar/spans.ts";
import { deniesTwice } from "./plain-refusals.ts";

/**
 * Content that a text does not want to be near, in its own words: behind a label of avoidance ("Content to avoid: …"), and behind or
 * before words of nearness or of content in a clause that denies ("no placement on sites about tattoos or weight loss", "no betting
 * sites next to us"). `others`: what is known to be a channel, a place or a domain.
 */
export function findSurroundings(text: string, others: readonly Span[], lexicon: Lexicon): readonly Span[] {
  // "Not to be seen by anybody under 18" is of people, "not be seen next to" is none of that.
  const plain = text.replaceAll(lexicon.words("harmless"), (words) =>
    /(?:seen|shown|served)$/iu.test(words) ? words : "#".repeat(words.length),
  );
  return [...underLabels(plain, lexicon), ...besideNearness(plain, lexicon)]
    .filter((item) => isContent(item, others, lexicon))
    .map(({ start, end }) => spanFrom(text, start, end));
}

/** "Zu meidendes Umfeld: …", "Please avoid: …"; "Umfeld: nicht bei …" denies in its value. */
function underLabels(text: string, lexicon: Lexicon): Span[] {
  const says = lexicon.words(
    "shun",
    "contexts",
    "content_forms",
    "polite",
    "closing",
    "article",
    "appear",
    "must",
  );
  const denied = lexicon.pattern("^(?:{no}|{not}|{exclude})(?!\\p{L})");
  return spansOf(text, labelledLine).flatMap((line) => {
    const label = /^[^:|]*/u.exec(line.text)?.[0] ?? "";
    const at = label.length + line.text.slice(label.length).search(/[^\s:|*]/u);
    const value = line.text.slice(at);
    const isShun = matches(lexicon.words("shun"), label);
    const isContext = matches(lexicon.words("contexts"), label) && denied.test(value);
    const rest = label.replaceAll(says, " ").replaceAll(smallWords, " ");
    return (isShun || isContext) && !/\p{L}{2}/u.test(rest)
      ? itemsOf({ text: value, start: line.start + at }, lexicon, "label")
      : [];
  });
}

function besideNearness(text: string, lexicon: Lexicon): Span[] {
  const near = lexicon.pattern(nearness, "giu");
  const denial = lexicon.pattern(`(?<!\\p{L})(?:{no}|{not}|{exclude}|${nothing})(?!\\p{L})`, "giu");
  const away = lexicon.pattern("(?<!\\p{L}){keep_away}$");
  const us = lexicon.pattern("^(?:\\p{L}{1,7}['’\\s]\\s?){0,2}(?:{filler}|{purchases})$");
  const ofUs = lexicon.words("purchases", "appear");
  const media = lexicon.pattern("(?<!\\p{L})(?!news){media_names}$");
  const most = lexicon.tables.some(({ code }) => deniesTwice.has(code)) ? 2 : 1;
  /** "Auf derselben Seite wie … möchten wir nicht stehen" */
  const isDeniedIn = (before: string, object: string) =>
    isHead(before) &&
    spansOf(object.split(",")[0] ?? "", denial).length === 1 &&
    matches(ofUs, before + object);
  return spansOf(text, near).flatMap((words) => {
    const sentence = sentenceAround(text, words);
    const before = /[^.;:|!?\n\d]{0,70}$/u.exec(text.slice(sentence.start, words.start))?.[0] ?? "";
    if (text[sentence.end] === "?" || pastWords.test(before)) return [];
    const denials = spansOf(before, denial);
    const behind = spanFrom(text, words.end, Math.min(sentence.end, words.end + longestList));
    const object = /^[^.;:!?|()\n]{0,6}:?[^.;:!?|()\n]*/u.exec(behind.text)?.[0] ?? "";
    const isAway = away.test(words.text);
    const isDeniedBehind = !isAway && denials.length === 0 && isDeniedIn(before, object);
    // "Nada de programas de política", "niet bij melkveehouderij"
    const isOwnDenial = !isAway && matches(denial, words.text);
    const count = denials.length + (isOwnDenial ? 1 : 0);
    const isRefused = isAway ? count === 0 : count > 0 && count <= most;
    if (!isRefused && !isDeniedBehind) return [];
    const items = itemsOf({ text: object, start: words.end }, lexicon, isDeniedBehind ? "behind" : "denied");
    const own = object.replace(/^[\s:]+|\s*(?:,|\s[–-]\s).*$|\s+$/gu, "");
    const end = denials.at(-1)?.end;
    // "Keep us away from meridian video network" may name a seller.
    const isSeller = (item: Span) => isAway && media.test(item.text);
    if (own !== "" && !us.test(own)) return items.filter((item) => !isSeller(item));
    // "No betting sites next to us": what stands before is meant.
    return end === undefined || isOwnDenial
      ? []
      : itemsOf({ text: before.slice(end), start: words.start - before.length + end }, lexicon, "denied");
  });
}

/** A word or two: "Werbung in der Nähe von …". */
const isHead = (before: string) => (before.match(/\p{L}+/gu)?.length ?? 0) <= 2;

/** The noun phrases of a list, to the end of their clause: without a reason, a courtesy, and what is said of them. */
function itemsOf(
  list: Pick<Span, "text" | "start">,
  lexicon: Lexicon,
  mode: "label" | "denied" | "behind",
): Span[] {
  const end = lexicon.pattern(
    `(?:(?<=\\p{L})[\\s,]+(?:{courtesy|answer_no|closing}(?=\\s*(?:[,.!)]|$))|(?:{copula|appear|be|surroundings}|${reasons})(?!\\p{L}))|[.;!?|()\\n]|\\s[–—-]\\s)[^]*$`,
  );
  const verb = lexicon.pattern("(?<=\\p{L})\\s(?:{filler|want|no|not|exclude})(?!\\p{L})[^]*$");
  const joint = lexicon.pattern("\\s+(?:{quantities.and|alternative})\\s+|\\s*[,/]\\s*", "giu");
  const lead = lexicon.pattern(
    `^:?\\s*(?:(?:{quantities.and|alternative|no|not|exclude|surroundings|article}|${ofWhat}|${small})[\\s:]+|(?:d|l|dell|all|sull)['’])`,
  );
  const form = lexicon.pattern("^{content_forms}(?:\\s\\p{L}{3,10})?\\s{about}(?:\\s|(?<=['’]))(?!\\d)");
  const clause = lexicon.words("filler", "want", "turns", "only");
  const text = list.text.replace(end, "").replace(mode === "behind" ? verb : /$/, "");
  const said = lexicon.pattern("^\\s+(?:{copula|be})(?!\\p{L})");
  const found: Span[] = [];
  let from = 0;
  for (const part of text.split(joint)) {
    const at = text.indexOf(part, from);
    from = at + part.length;
    const isBehindComma = /,\s*$/.test(text.slice(0, at));
    let item = part.replace(/^[\s:]+/u, "").trimEnd();
    // "Horoskopen ausspielen"
    if (lexicon.tables[0]?.code === "de")
      item = item.replace(/(?<=^(?:\p{Ll}+ )*\p{Lu}\S{2,40})(?: \p{Ll}+){1,4}$/u, "");
    for (let cut = 0; cut < 5; cut += 1) item = item.replace(lead, "").replace(form, "").trimStart();
    const count = item.split(/\s+/).length;
    // "Not next to gambling, the board is strict"
    const isClause = count > 3 || matches(clause, item) || said.test(list.text.slice(at + part.length));
    if (isBehindComma && mode !== "label" && isClause) break;
    if (count > mostWords) break;
    if (item === "") continue;
    const start = list.start + at + part.lastIndexOf(item);
    found.push({ text: item, start, end: start + item.length });
  }
  return found;
}

/** "Not next to Canal Brisa", "near our ads", "next to Birmingham" and "no articles about the results" speak of something else. */
function isContent(item: Span, others: readonly Span[], lexicon: Lexicon): boolean {
  if (!/\p{L}{3}/u.test(item.text) || /\d/.test(item.text) || /["“„«»]/.test(item.text)) return false;
  if (unrestricted.test(item.text) || pastWords.test(item.text)) return false;
  const isGerman = lexicon.tables[0]?.code === "de";
  if (isGerman ? /^\p{Lu}\S+ \p{Lu}/u.test(item.text) : /^\p{Lu}/u.test(item.text)) return false;
  const rest = others.reduce(
    (left, other) => (overlaps(other, item) ? left.replace(other.text, " ") : left),
    item.text.replaceAll(
      lexicon.words(
        "filler",
        "purchases",
        "people",
        "holidays",
        "weekend",
        "residents",
        "labels.kpi",
        "results",
        "answer_no",
      ),
      " ",
    ),
  );
  return (
    /\p{L}{3}/u.test(rest.replaceAll(lexicon.words("glue", "content_forms", "contexts", "about"), " ")) ||
    matches(lexicon.words("content"), item.text)
  );
}

/** Kinds of content that are known, with what says which of them: "actualité routière", "nyheter om inbrott". */
export function knownContent(text: string, near: readonly Span[], lexicon: Lexicon): Span[] {
  const plain = lexicon.words("plain", "filler", "glue", "appear", "courtesy", "closing", "answer_no");
  const about = lexicon.pattern("^\\s{about}(?:\\s|['’])(?:\\p{L}{1,4}(?:\\s|['’]))?$");
  const which = lexicon.pattern(
    `^(?:\\s(?:${ofWhat})(?:\\s\\p{L}{1,3}|\\sl['’])?)?(?:\\s|(?<=['’]))\\p{L}[\\p{L}-]{3,}(?=\\s*(?:[.,;)\\n]|$))`,
  );
  // "News about recalls" is of recalls alone.
  const isForm = ({ end }: Span) =>
    near.some(({ start }) => start > end && start - end < 20 && about.test(text.slice(end, start)));
  const known = spansOf(text, lexicon.words("content")).filter((span) => !isForm(span));
  return known.map((span) => {
    const [more = ""] = which.exec(text.slice(span.end, span.end + longestTerm)) ?? [];
    return more === "" || matches(plain, /\S+$/.exec(more)?.[0] ?? "")
      ? span
      : { text: span.text + more, start: span.start, end: span.end + more.length };
  });
}

/** In all languages that are read. */
const ofWhat = "about|on|of|über|zu|von|aus|om|over|van|del?|des|du|d['’]|di|da|do|sobre|su|sur|o|na temat";
const longestTerm = 50;

const small =
  "the|any|an?|our|to|from|with|at|der|die|das|den|dem|bei|mit|vom|les|las?|los?|le|aux?|à|el|il|gli|i|degli|dei|delle|della|all[aeo]|agli|ai|al|met|bij|op|het|w|z|przy|do|od|av|från|hos|vid|dos|das|com|aos?|às?|os?|as?|con|avec|de";
const smallWords = new RegExp(
  `(?<!\\p{L})(?:${ofWhat}|${small}|please|pls|bitte|por favor|per favore|graag|aub|proszę|tack|in|for|für|pour|para|per|voor|dla|för|us|uns|nous|be|zu|à)(?!\\p{L})|[*_'’]`,
  "giu",
);
const longestList = 140;

/** Words of nearness; content about something; programmes, sites or stories of a kind: "to be heard in true crime shows". */
const nearness = `(?<!\\p{L})(?:(?:{surroundings}|{keep_away})(?!\\p{L})|{content_forms}(?:\\s\\p{L}{3,10})?\\s{about}(?!\\p{L})|(?:{no}|{not}|{exclude})(?=\\s{content_forms}\\s(?:${ofWhat})\\s)|(?:in|on|inside|during|bei|während|dans|pendant|en|durante|em|op|tijdens|w|podczas|i|under)(?=\\s(?:[\\p{L}-]+\\s){1,3}{content_forms}(?!\\p{L}))|(?<=(?:^|\\n)[^\\p{L}\\n]{0,6})(?:niet bij|inte vid|nie przy|nicht neben)(?=(?:\\s\\p{L}[\\p{L}-]+){1,2}\\s*(?:\\n|$)))`;

const reasons =
  "please|pls|bitte|por favor|per favore|s['’]il vous plaît|alstublieft|aub|graag|proszę|tack|again|anymore|wieder|because|since|as (?:we|they|it)|weil|da (?:wir|die|das|es|sie)|denn|parce|car (?:nous|on|il|la|le|les|notre|c['’])|puisque|porque|ya que|perché|omdat|ponieważ|pois|eftersom|för att|(?:{article}\\s)?last time";

const nothing =
  "nada|niente|nichts|nix|rien|nic|inget|inga|ingen|niets|geen|kein\\p{L}{0,2}|sin|sans|senza|sem|ohne|zonder|bez|utan|mai|ne|ni|nie";

/** "Brand safety: no requirements" */
const unrestricted =
  /vorgab|einschränk|vorlieb|wünsch|restric|prefer|requirement|limit|contraint|préfér|vincol|voorkeur|beperk|wymag|ogranicz|krav|begräns/iu;

/** A label at the beginning of a line or a sentence, with its value. */
const labelledLine = /(?<=^|\n|[.!?]\s)(?:[^\p{L}\n]|ª){0,12}\p{L}[^:|\n.]{2,50}[:|]\s*[^\n|]+/gu;

/** Words of one kind of content: a longer part is a clause of its own. */
const mostWords = 5;
