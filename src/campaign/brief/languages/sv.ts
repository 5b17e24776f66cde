import type { Language } from "./language.ts";

export const sv: Language = {
  name: "Swedish",
  code: "sv",
  common:
    "och för med av till från i på är vi en ett budget period målgrupp kund kampanj mål målet land kanaler endast inte ingen inga utan per vecka månad kr netto sverige hej finns under hälsningar högst gånger kännedom annonsör",
  no: "ingen|inga|inget|utan|varken|eller|noll",
  not: "inte|aldrig|inget|ej|icke",
  exclude:
    "utom|förutom|utelämna\\p{L}*|hoppa\\p{L}* över|exklusive|undantaget|med undantag för|uteslut(?:a|en|et|na)?|undvik(?:a|er)?|exkludera\\p{L}*|istället för|inte (?:på|i|hos|med|bredvid)|inget (?:på|i|hos)|blockera\\p{L}*|vill inte (?:ha|köpa|synas|vara)(?: (?:på|i|hos|med))?",
  excluded:
    "(?:sköts|hanteras|köps|ligger|går|körs|planeras)(?: \\p{L}+){0,2} (?:av|hos|separat|någon|på annat)|(?:är|blir|ska|skall)(?: \\p{L}+){0,2} (?:utesluten|uteslutet|uteslutna|borta|utanför|förbjud|inte)\\p{L}*|(?:vill|ska|behöver|planerar) (?:vi )?inte(?: \\p{L}+){0,3}|hoppar vi över|lämnar vi|stryk(?:s|er)?|nej tack",
  apart: "lämna\\p{L}*(?: \\p{L}+){0,3} … (?:utanför|åt sidan)|hoppa\\p{L}*(?: \\p{L}+){0,2} … över",
  harmless:
    "inte (?:mer|mindre|senare|bara|högre)(?: än)?|ingen (?:enskild )?(?:säljare|utgivare)|inte överstiga|utan moms|exklusive moms|ingen brådska|inga ändringar|eller",
  turns: "men|bara|endast|utan|däremot",
  glue: "och|eller|samt|varken|i|på|även|för|med|hos|säljaren",
  channels: {
    ctv: "uppkopplad tv|strömmad tv|smart-tv",
    linear_tv: "linjär tv|tv-reklam|television",
    olv: "online-?video|onlinevideo|webb-tv",
    streaming_audio: "(?:digitalt|strömmat) ljud|digital audio",
    radio: "radio(?:reklam)?",
    podcast: "podd(?:ar|en|radio)?|podcast(?:er|s)?",
    dooh: "digital utomhus(?:reklam)?|digitala skärmar",
    ooh: "utomhusreklam|utomhus|affischer|stortavlor",
    social: "sociala medier",
    search: "sök(?:annonser|annonsering|marknadsföring|ordsannonser)?",
    print: "print|dagspress|tidningar|tidskrifter|tidningsannonser",
    cinema: "bio(?:reklam)?",
    email: "e-?post|nyhetsbrev",
    gaming: "spel",
    video: "video",
  },
  objectives: {
    awareness: "(?:varumärkes)?kännedom|synlighet",
    consideration: "övervägande|trafik|engagemang",
    conversion: "konvertering(?:ar)?|försäljning|köp|anmälningar|bokningar",
  },
  devices: { mobile: "mobil(?:er|telefoner)?", desktop: "datorer?|desktop", tablet: "surfplattor?" },
  content:
    "spel om pengar|hasardspel|betting|alkohol|tobak|politik|politiskt innehåll|våld|krig|religion|nyheter|barnprogram|pornografi",
  sellers: "säljaren?|säljare|utgivare|leverantör(?:er)?",
  women: "kvinnor|mödrar",
  men: "män|pappor",
  aged: "i åldern|mellan|från",
  to: "till|och",
  years: "år",
  only: "endast|bara|enbart|uteslutande",
  minimumAge: "under N(?: år)?|yngre än N|minimiålder:? N",
  olderThan: "över N(?: år)?|från N år|N ?\\+",
  hour: "kl\\.?",
  weekend: "helg(?:er)?",
  weekdaysWord: "vardagar",
  region: "region(?:er)?|län|områden?",
  language: "språk",
  courtesy: "hej|hälsningar|med vänliga hälsningar|mvh|tack|tack på förhand|god morgon",
};
