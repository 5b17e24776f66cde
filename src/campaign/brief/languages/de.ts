import type { Language } from "./language.ts";

export const de: Language = {
  name: "German",
  code: "de",
  common:
    "der die das und für mit von bis zum zur den dem im ist sind wir bitte budget laufzeit zeitraum zielgruppe kunde marke kampagne kampagnenziel ziel markt land kanäle nur nicht kein keine auf an ein eine ohne pro stehen euro deutschland österreich schweiz über oder soll werden wurde etat mediabudget bekanntheit kanton höchstens mindestens mehr vom",
  no: "kein(?:e[rnms]?)?|ohne|weder|noch|null",
  not: "nicht|nie(?:mals)?|nichts|keinesfalls|keineswegs",
  exclude:
    "ausgeschlossen(?:e[rns]?)?(?: sind)?|Ausschluss|Ausschlüsse|Ausschlusskriterien|Negativliste|No-?Gos?|ausschließen|ausgenommen|außer|abgesehen von|bis auf|exklusive|verzichten (?:wir )?auf|verzicht auf|statt|anstelle von|vermeiden|meiden|weglassen|nicht (?:in|auf|bei|im|am|über|mit|neben)|nichts (?:in|auf|bei|über|mit)|sperren|gesperrt|Sperrliste",
  excluded:
    "(?:liegt|liegen|läuft|laufen|bleibt|bleiben)(?: \\p{L}+){0,2} (?:bei|beim|über|woanders|anderswo|separat|außen vor|extern|draußen)|(?:übernimmt|übernehmen|macht|machen|bucht|betreut|betreuen|plant|steuert|verantwortet)(?: (?:der|die|das|eine|ein|unsere?|ihre?|schon|bereits|jemand))+|(?:wird|werden) (?:von|vom|durch|extern|intern|separat|anderweitig|nicht)|(?:ist|sind|wurde|wurden|wird|werden|bleibt|bleiben|gilt|gelten)(?: \\p{L}+){0,2} (?:ausgeschlossen|tabu|raus|gestrichen|gesperrt|ausgenommen|unerwünscht|nicht|kein Thema|nicht vorgesehen)|(?:lassen|lässt)(?: \\p{L}+){0,4} (?:weg|aus|raus|außen vor)|(?:bitte )?(?:weg|raus|aus|draußen |außen vor )lassen|(?:kommt|kommen|soll|sollen|wollen|möchten|brauchen|darf|dürfen|planen|buchen)(?: \\p{L}+){0,4} nicht|nicht (?:buchen|planen|einplanen|gewünscht|vorgesehen|nötig|dabei|gewollt)|raus(?:lassen|nehmen)?|weglassen|streichen|verzichte[nt]? (?:wir|man|der Kunde)|wird verzichtet|passt nicht|fällt weg|fallen weg|vom Tisch|entfällt|entfallen|nein",
  apart:
    "(?:lass(?:en|t)?|nehm(?:en|t)?|nimm|streich\\p{L}*)(?: \\p{L}+,?){0,4} … (?:bitte |diesmal )?(?:weg|raus|aus|heraus|draußen|außen vor)",
  harmless:
    "nicht (?:nur|mehr|weniger|über|später|vor|nach|überschreiten)(?: als)?|kein (?:einzelner? )?(?:Anbieter|Vermarkter|Verkäufer|Partner|Publisher)|keine (?:Eile|Rückfragen|Änderungen?|Fragen?)|kein Problem|exkl\\.? MwSt|ohne (?:MwSt\\.?|Mehrwertsteuer|USt\\.?)|nicht an|nicht unter|noch",
  turns: "aber|sondern|nur|stattdessen|dafür",
  glue: "und|oder|noch|sowie|der|die|das|den|dem|im|in|auf|für|auch|bei|an|beim|über|teilen von|alle|anbieter|vermarkter",
  channels: {
    ctv: "TV-Streaming|Streaming-TV|Mediatheken",
    linear_tv:
      "lineares (?:TV|Fernsehen)|klassisches (?:TV|Fernsehen)|TV-?Spots?|Fernsehspots?|(?<!connected )TV",
    olv: "Online-?Videos?|Onlinevideos?|Bewegtbild online",
    influencer: "Influenceur\\w*|Influencer\\w*",
    radio: "Radio(?:spots?|werbung|sender)?|H[öo]rfunk|Rundfunk",
    streaming_audio: "Streaming-?Audio|Audio-?Streaming|Online-?Audio",
    podcast: "Podcast(?:s|werbung)?",
    dooh: "digitale Au(?:ß|ss)enwerbung|digitale Plakate|DOOH",
    ooh: "Plakate?n?|Plakatwerbung|Au(?:ß|ss)enwerbung|Litfa(?:ß|ss)säulen?",
    social: "soziale (?:Medien|Netzwerke)|Social[ -]Ads|Social[ -]Media",
    search: "Suchmaschinenwerbung|Suchanzeigen|Suchmaschinenmarketing",
    display: "Bannerwerbung|Displaywerbung|Display(?:-?banner)?",
    print: "Zeitung(?:en|sanzeigen)?|Zeitschrift(?:en)?|Printanzeigen|Printwerbung|Magazine|Anzeigenblätter",
    cinema: "Kino(?:s|werbung|spots?)?",
    email: "E-?Mail(?:ings?|-?Marketing)?|Newsletter",
    gaming: "Gaming|Computerspiele",
    tv: "Fernsehen",
    video: "Videos?|Bewegtbild",
  },
  objectives: {
    awareness: "(?:Marken)?bekanntheit|Aufmerksamkeit|Sichtbarkeit|Awareness",
    consideration:
      "Kaufinteresse|Interesse wecken|Website-?besuche|Klicks auf die (?:Seite|Website)|Traffic|Erwägung",
    conversion:
      "Abverkauf|Verkäufe|Verkauf|Käufe|Abschlüsse|Anmeldungen|Buchungen|Bestellungen|Leads|Conversions?",
  },
  devices: {
    mobile: "Mobil(?:geräte|e Geräte|telefone)?|Handys?|Smartphones?",
    desktop: "Desktop(?:-?PCs?)?",
    tablet: "Tablets?",
  },
  content:
    "Glücksspiel(?:e|seiten)?|Gewinnspiel(?:e|seiten)?|Wetten|Wettseiten|Alkohol|Tabak|Politik|politische(?:n|r)? (?:Inhalte?n?|Umfelder?n?)|Religion|Gewalt|Unfälle|Krieg|Katastrophen|Nachrichten(?:seiten)?|Erotik|Pornografie|Kindersendungen|Kinderprogramm|Kinderinhalte|Boulevard|Krypto",
  sellers: "Anbieter[ns]?|Vermarkter[ns]?|Verkäufer[ns]?|Partnern?|Netzwerk|Publisher",
  women: "Frauen|weiblich|Mütter",
  men: "Männer|männlich|Väter",
  aged: "im Alter von|von|zwischen|Alter|ab",
  to: "bis|und",
  years: "Jahren?|J\\.",
  only: "nur|ausschließlich|lediglich",
  minimumAge:
    "(?:unter|jünger als) N(?: Jahren?)?|(?:nur )?(?:an|für) (?:Personen |Erwachsene )?ab N(?: Jahren?)?|Mindestalter:? N|FSK ?N",
  olderThan: "ab N(?: Jahren?)?|über N|N ?\\+",
  hour: "Uhr",
  weekend: "Wochenenden?|am Wochenende",
  weekdaysWord: "werktags|wochentags",
  region: "Regionen?|Bundesl[aä]nd(?:er)?|Kantone?|Gebiete?|Länder",
  language: "Sprachen?|sprachig(?:e[rn]?)?",
  courtesy:
    "hallo|guten (?:Tag|Morgen)|liebe(?:r|s)?|sehr geehrte(?:r|s)?|viele Grüße|beste Grüße|liebe Grüße|mit freundlichen Grüßen|danke|vielen Dank|VG|LG|Kollegen|Frau|Herr",
};
