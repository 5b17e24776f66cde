import type { Language } from "./language.ts";

export const nl: Language = {
  name: "Dutch",
  code: "nl",
  common:
    "de het een en voor met van tot naar in op is zijn wij we er budget periode doelgroep adverteerder klant campagne doel doelstelling land kanalen alleen geen niet zonder per maand week euro nederland belgië netto t/m dag hoi groet keer bij einde btw maximaal",
  no: "geen|zonder|noch",
  not: "niet|nooit|niets",
  exclude:
    "behalve|uitgezonderd|exclusief|met uitzondering van|uitsluiten|uitgesloten|vermijd(?:en)?|mijd(?:en)?|in plaats van|niet (?:bij|op|in|naast|via|met)(?: verkoper)?|niets (?:bij|op|in)|blokkeren|buiten(?! de)",
  excluded:
    "(?:ligt|liggen|loopt|lopen|blijft|blijven|zit|zitten)(?: \\p{L}+){0,2} (?:bij|elders|buiten|apart)|(?:wordt|worden|is|zijn)(?: \\p{L}+){0,2} (?:gedaan|ingekocht|beheerd|uitgesloten|niet|verboden|geschrapt)\\p{L}*|doen (?:we|wij) niet|(?:willen|hoeven|plannen|gebruiken) (?:we|wij) niet|laten (?:we|wij)(?: \\p{L}+){0,3} weg|niet (?:inplannen|nodig|gewenst|doen|inkopen)|van tafel|valt af|vallen af|weglaten|nee,? bedankt",
  apart: "la(?:at|ten)(?: \\p{L}+){0,3} … (?:weg|eruit|buiten beschouwing|achterwege)",
  harmless:
    "niet (?:meer|minder|later|alleen|hoger)(?: dan)?|geen enkele (?:verkoper|uitgever)|geen (?:haast|probleem|wijzigingen)|zonder btw|exclusief btw|niet overschrijden|tot en met",
  turns: "maar|alleen|wel",
  glue: "en|of|noch|de|het|een|in|op|ook|voor|bij|van|met|verkoper",
  channels: {
    ctv: "connected tv|streaming-?tv",
    linear_tv: "televisie|lineaire tv|tv-?spots?",
    olv: "online ?video",
    streaming_audio: "(?:digitale|streaming|online) audio",
    radio: "radio(?:spots?|reclame)?",
    dooh: "digitale buitenreclame|digitale schermen",
    ooh: "buitenreclame|abri['’]?s|posters?|billboards?",
    social: "sociale media|social",
    search: "zoekadvertenties|zoekmachine-?advertenties|zoekmachinemarketing",
    print: "kranten|dagbladen|tijdschriften|print",
    cinema: "bioscoop|bioscopen",
    email: "e-?mail|nieuwsbrie(?:f|ven)",
    gaming: "games|gaming",
    video: "video",
  },
  objectives: {
    awareness: "naamsbekendheid|merkbekendheid|bekendheid|zichtbaarheid",
    consideration: "overweging|verkeer|interesse|websitebezoek",
    conversion: "conversies?|verkoop|verkopen|aankopen|aanmeldingen|boekingen",
  },
  devices: { mobile: "mobiel(?:e telefoons)?|smartphones?", desktop: "desktop", tablet: "tablets?" },
  content:
    "gokken|kansspelen|alcohol|tabak|politiek|politieke inhoud|geweld|oorlog|religie|nieuws(?:sites)?|kinderprogramma['’]?s|porno",
  sellers: "verkopers?|uitgevers?|aanbieders?|exploitanten?",
  women: "vrouwen|moeders",
  men: "mannen|vaders",
  aged: "van|tussen|vanaf",
  to: "tot(?: en met)?|t/m|en",
  years: "jaar",
  only: "alleen|uitsluitend|slechts",
  minimumAge:
    "(?:alleen |uitsluitend )?N jaar en ouder|jonger dan N(?: jaar)?|onder de N(?: jaar)?|minimumleeftijd:? N",
  olderThan: "vanaf N jaar|N ?\\+",
  hour: "uur",
  weekend: "weekend(?:en)?",
  weekdaysWord: "doordeweeks|werkdagen",
  region: "regio['’]?s?|provincies?|gebied(?:en)?",
  language: "taal|talen",
  courtesy: "hoi|hallo|dag|beste|goedemorgen|groet(?:en|jes)?|met vriendelijke groet|bedankt|alvast bedankt",
};
