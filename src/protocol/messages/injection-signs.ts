import { scannedLength } from "../../lib/clean-text.ts";

/** Scanned from its beginning, as far as anybody may come to read it. */
const longestScan = scannedLength(4_000);
const longText = 5_000;

/**
 * What a foreign text tries on its reader, in our words: a badge for people. It is found by patterns, so it misses some and may
 * wrong a few; nothing else depends on it.
 */
export function injectionSignsIn(text: string): string[] {
  const scanned = text.slice(0, longestScan);
  const isAscii = printable.test(scanned);
  const read = isAscii ? scanned.toLowerCase().replace(/ {2,}/g, " ") : plainly(scanned);
  const found: string[] = [];
  if (text.length > longText) found.push("very long text");
  for (const { what, pattern } of isAscii ? rawAscii : raw) if (pattern.test(scanned)) found.push(what);
  for (const { what, pattern } of foldedAtOnce) if (pattern.test(read)) found.push(what);
  return found;
}

/** Most texts: nothing in them is hidden, and no letter looks like another. */
const printable = /^[ -~]*$/;

interface Sign<Pattern> {
  readonly what: string;
  readonly pattern: Pattern;
}

/** Seen in the characters as they came, in whatever script. */
const rawAscii: readonly Sign<RegExp>[] = [
  {
    what: "spreadsheet formula",
    pattern:
      /^\s*=\s*\S|^\s*[-+@]\s*[a-z]{2,20}\s*\(|^[\t\r]\s*[-=+@]|\bcmd\s*\||\b(?:hyperlink|importxml|webservice|dde)\s*\(/i,
  },
];

/** Seen in the characters as they came. */
const raw: readonly Sign<RegExp>[] = [
  {
    what: "hidden characters",
    pattern:
      /[^\P{Cc}\t\n\r]|[\u200b\u2060-\u2064\ufeff\u180e\u3164\u115f\u1160\uffa0\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|[a-z][\u200c\u200d][a-z]/iu,
  },
  {
    what: "look-alike letters",
    pattern:
      /[a-z]{1,20}[\u0430-\u044f\u0410-\u042f\u0456\u0455αονΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]|[\u0430-\u044f\u0410-\u042f\u0456\u0455αονΑΒΕΖΗΙΚΜΝΟΡΤΥΧ][a-z]|[\u{1d400}-\u{1d7ff}\uff21-\uff3a\uff41-\uff5a]/iu,
  },
  ...rawAscii,
];

/** Seen once spelling tricks are taken out: lower case, plain letters, single spaces. */
const folded: readonly Sign<readonly RegExp[]>[] = [
  {
    what: "speaks to a model",
    pattern: [
      /\b(?:ignore|disregard|forget|override|bypass|skip)\b.{0,40}\b(?:instructions?|rules?|prompts?|polic(?:y|ies)|guidelines?|limits?|above|previous|everything)\b/,
      /\b(?:ignoriere?|vergiss|missachte)\b.{0,40}\b(?:anweisung|regel|vorgabe|oben|bisherig)/,
      /\b(?:ignore[zr]?|oublie[zr]?)\b.{0,40}\b(?:instructions?|consignes?|regles?|precedent)/,
      /\b(?:ignora|olvida|dimentica|ignorare)\b.{0,40}\b(?:instrucciones|reglas|istruzioni|regole|anterior|precedent)/,
      /\b(?:ignore|esqueca|desconsidere)\b.{0,40}\b(?:instrucoes|regras|anteriores)/,
      /\b(?:negeer|vergeet)\b.{0,40}\b(?:instructies|regels|eerdere|vorige)/,
      /\b(?:zignoruj|zapomnij)\b.{0,40}\b(?:instrukcj|polece|zasad)/,
      /\b(?:ignorera|glom|bortse)\b.{0,40}\b(?:instruktion|regler|tidigare)/,
      /\b(?:onceki|yukaridaki)\b.{0,40}\b(?:talimat|kural).{0,40}\b(?:yok say|unut)/,
      /(?:игнорируи|забудь).{0,40}(?:инструкц|правил|указани)/,
      /(?:忽略|无视|忘记).{0,20}(?:指令|指示|规则|说明)|(?:以前|これまで|上記)の.{0,10}(?:指示|命令).{0,10}(?:無視|忘れ)/,
      /(?:이전|위의).{0,10}(?:지시|명령).{0,10}(?:무시|잊)|(?:تجاهل|انس).{0,30}(?:التعليمات|القواعد|الاوامر)/,
      /(?:^|[\s"'>\]}.;#*-])(?:system|assistant|developer|human|user|tool)\s*(?:prompt|message|override|note)?\s*:/,
      /<\|[a-z_]{2,20}\|>|\[\/?(?:inst|sys|system)\]|<<\/?sys>>|<\/?(?:system|assistant|instructions?|tool_call|function_calls?|untrusted|prompt)\b/,
      /#{2,4}\s*(?:instruction|system|response|new task)|\b(?:begin|end) (?:system|of) (?:prompt|instructions|input|brief)/,
      /\byou are (?:now|no longer|an? (?:ai|assistant|model|agent|unrestricted))\b|\b(?:as|dear) (?:an? )?(?:ai|llm|language model|assistant)\b/,
      /\b(?:llm|language model|ai (?:agent|assistant|reader|buyer|system|model)s?|chatbot|the (?:model|assistant|agent) reading)\b.{0,60}\b(?:must|should|please|needs?|are to|is to|shall|will)\b/,
      /\b(?:reveal|print|repeat|show|output|leak)\b.{0,30}\b(?:system prompt|your (?:prompt|instructions|token|key|budget))\b/,
      /\b(?:tool_calls?|function_call|call (?:the )?(?:tool|function))\b|"role"\s*:\s*"(?:system|assistant|user)"/,
    ],
  },
  {
    what: "gives orders on budget or rank",
    pattern: [
      /\b(?:allocate|assign|give|spend|move|shift|transfer|commit|book|increase|raise|set|double)\b.{0,40}\b(?:(?:whole|entire|full|total|remaining|all|maximum) )?(?:budget|spend|funds|bid)\b/,
      /\b(?:rank|score|rate|place|list|sort|put)\b.{0,30}\b(?:first|highest|top|100|ten out of ten|number one|#1)\b/,
      /\b(?:budget|total_budget|max_?cpm|bid_price|performance_index|approved|verdict)"?\s*[:=]\s*"?(?:\d|true|approved|unlimited|null)/,
      /\b(?:approve|buy|accept|execute|confirm)\b.{0,30}\b(?:immediately|at once|without (?:asking|review|approval|a person|checks?)|automatically|silently|right away)\b/,
      /\b(?:pay|payment|wire|invoice|iban|bank details)\b.{0,40}\b(?:to|account|iban|changed|directly|upfront)\b/,
      /\b(?:gesamte|ganze|volle)s? budget\b|\b(?:tout|totalite du|todo el|l'intero|tutto il|todo o) budget\b|\b(?:todo el|todo o) (?:presupuesto|orcamento)\b/,
    ],
  },
  {
    what: "claims authority",
    pattern: [
      /\b(?:message|notice|instruction|directive|order|memo|update|authori[sz]ation|approval|decision)s? (?:from|by|of|issued by)\b.{0,40}\b(?:governance|compliance|legal|finance|administrator|admin|ceo|cfo|headquarters|operator|security team|anthropic|openai|your (?:owner|boss|manager|creator|developer)|the brand)\b/,
      /\b(?:pre-?approved|pre-?authori[sz]ed|already approved|approved in advance|cleared by (?:legal|compliance|governance)|no (?:further |human )?approvals? (?:is |are )?(?:needed|required|necessary))\b/,
      /\b(?:governance|compliance|legal|the (?:ceo|cfo|advertiser|brand))\b.{0,40}\b(?:has (?:approved|signed|waived|authori[sz]ed|confirmed)|waives?|authori[sz]es)\b/,
      /\b(?:debug|admin|developer|maintenance|god|test) mode\b|\bsudo\b|\broot access\b|\bemergency override\b/,
    ],
  },
  {
    what: "markup or script",
    pattern: [
      /<\s*\/?\s*(?:script|iframe|img|svg|object|embed|style|link|meta|base|form|input|body|html|a|video|math|template|details|marquee|plaintext|textarea|title|noscript)\b[^<]{0,200}/,
      /\b(?:javascript|vbscript|livescript)\s*:|\bdata:text\/html|\bon(?:error|load|click|mouseover|focus|toggle|begin)\s*=|<!--|<!\[cdata\[|<\?(?:xml|php)|&#x?[0-9a-f]{2,6};|\{\{.{0,80}\}\}|\$\{.{0,80}\}|<%.{0,80}%>/,
      /!?\[[^\]]{0,100}\]\(\s*\S{3,300}\)|\[[^\]]{1,60}\]:\s{0,20}\S{1,40}:\/\/|\bexpression\s*\(|@import\b/,
    ],
  },
  {
    what: "breaks out of a quotation",
    pattern: [
      /```|~~~|"""|'''|-{5,}|={5,}|\s---(?:\s|$)|^---\s/,
      /"\s*[\]}]{1,4}\s*,\s*[[{"]|[\]}][\]}]\s{0,20},?\s{0,20}[[{]|\\"\s*,\s*\\"|"\s*,\s*"[a-z_]{2,30}"\s*:|!!(?:js|python|binary)|\]\]>/,
      /\b__proto__\b|\bconstructor\.prototype\b|\b(?:drop|truncate)\s+table\s|\bdelete\s+from\s|\bor 1\s*=\s*1\b/,
    ],
  },
  {
    what: "path or secret address",
    pattern: [
      /\b[a-z][a-z0-9+.-]{1,10}:\/\/[^\s/@]{1,80}:[^\s/@]{1,80}@|\bfile:\/\/|(?:^|[\s"'(=])(?:\.\.[\\/]){1,}|\/etc\/(?:passwd|shadow|hosts)|\b[a-z]:\\(?:windows|users)|~\/\.(?:ssh|aws|env)|\/proc\/self/,
      /\b169\.254\.169\.254\b|\bmetadata\.google\b|\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::\d+|\/)|\$\((?:curl|cat|rm|wget|id|whoami)\b|`(?:curl|cat|rm|wget|id|whoami)\b|;\s*(?:curl|rm -|wget)\b/,
      /\b(?:send|post|forward|e-?mail|upload|report)\b.{0,60}\b(?:https?:\/\/|token|credentials?|api key|password)/,
    ],
  },
  {
    what: "speaks of rivals",
    pattern: [
      /\b(?:other|all other|competing|rival|remaining) (?:sellers?|agents?|publishers?|networks?|offers?|suppliers?|vendors?)\b/,
      /\b(?:competitors?|rivals?)\b.{0,80}\b(?:fraud|bots?|banned|unsafe|invalid|blocked|exclude|untrustworthy|fake|bankrupt|suspended|malware|penalty|lower|zero|not)\b/,
      /\b[a-z0-9-]{2,40}\.(?:example|com|net|org|tv|media|io)\b.{0,60}\b(?:fraud|bots?|banned|unsafe|unsafe|blacklisted|exclude|fake|bankrupt|suspended|insolvent|hacked|not authori[sz]ed|unauthori[sz]ed|malware)\b/,
      /\b(?:exclude|block|reject|avoid|do not buy from|blacklist|downgrade|penali[sz]e)\b.{0,40}\b(?:every|everyone|anyone|all|competitors?|rivals?|[a-z0-9-]{2,40}\.(?:example|com|net|org|tv|media))\b/,
    ],
  },
];

/** The patterns of each sign as one: to go through a text once for all of them takes half as long. */
const foldedAtOnce: readonly Sign<RegExp>[] = folded.map(({ what, pattern }) => ({
  what,
  pattern: new RegExp(pattern.map(({ source }) => `(?:${source})`).join("|")),
}));

/** Cyrillic and Greek letters that look like Latin ones, with those that they are taken for. */
const homoglyphs: Readonly<Record<string, string>> = {
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  у: "y",
  х: "x",
  і: "i",
  ѕ: "s",
  ο: "o",
  α: "a",
};

function plainly(text: string): string {
  const line = text
    .normalize("NFKD")
    // One character may stand for a dozen.
    .slice(0, longestScan)
    .replace(/[\u0300-\u036f\u064b-\u065f\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/\s+/g, " ");
  // Only inside words that are Latin otherwise: Russian stays Russian.
  return line.replace(/\p{L}{2,40}/gu, (word) =>
    /[a-z]/.test(word) ? Array.from(word, (letter) => homoglyphs[letter] ?? letter).join("") : word,
  );
}
