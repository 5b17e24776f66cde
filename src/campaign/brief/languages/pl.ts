import type { Language } from "./language.ts";

export const pl: Language = {
  name: "Polish",
  code: "pl",
  common:
    "i w na z do od dla jest są mamy nie bez oraz budżet termin klient marka marki kampania kampanii cel celem kraj kanały polska zł netto tylko proszę dzień dobry tys mln wideo online świadomość tygodniu razy maksymalnie pozdrawiam region reklama",
  no: "bez|żadn\\p{L}+|ani|zero",
  not: "nie|nigdy|nic",
  exclude:
    "oprócz|poza|z wyjątkiem|z wyłączeniem|wyklucz\\p{L}*|wykluczen\\p{L}*|wyłącz\\p{L}*|unika\\p{L}*|omij\\p{L}*|pomi(?:jamy|ń|ńcie|nąć)|zamiast|nie (?:chcemy|kupujemy|planujemy|kupować|planować|używać)(?: (?:u|w|na|od))?|nie (?:w|na|u|obok)|nic (?:w|na|u)|zablokować",
  excluded:
    "(?:prowadzi|prowadzą|obsługuje|kupuje|robi|realizuje|zajmuje się)(?: (?:inna|inny|już|nasz|nasza|zespół|ktoś|kto))+|(?:jest|są|zostaje|zostają|będzie)(?: \\p{L}+){0,2} (?:wykluczon|wyłączon|poza|zabronion|u inn|po stronie)\\p{L}*|(?:nie (?:chcemy|planujemy|potrzebujemy|kupujemy|wchodzi|interesuje))(?: \\p{L}+){0,3}|odpada(?:ją)?|pomijamy|rezygnujemy|dziękujemy",
  apart: "zostaw\\p{L}*(?: \\p{L}+){0,3} … (?:poza planem|na boku)",
  harmless:
    "nie (?:więcej|mniej|później|tylko|wyższy)(?: niż)?|żaden (?:sprzedawca|wydawca|dostawca)|nie (?:może )?przekracza\\p{L}*|bez VAT|bez pośpiechu|bez zmian",
  turns: "ale|tylko|lecz|natomiast",
  glue: "i|oraz|lub|ani|w|na|z|też|także|do|dla|treści|sprzedawcy?",
  channels: {
    ctv: "telewizj\\p{L}+ (?:podłączon|internetow)\\p{L}+",
    linear_tv: "telewizj\\p{L}+|TV linearna",
    olv: "wideo online|wideo w internecie",
    streaming_audio: "audio (?:cyfrowe|online|streaming)",
    radio: "radi(?:o|a|u|em)",
    podcast: "podcast(?:y|ów|ach|om)?",
    dooh: "cyfrow\\p{L}+ reklam\\p{L}+ zewnętrzn\\p{L}+|ekrany cyfrowe|nośniki cyfrowe",
    ooh: "reklam\\p{L}+ zewnętrzn\\p{L}+|billboard\\p{L}*|plakat\\p{L}*",
    social: "media(?:ch|mi)? społecznościow\\p{L}+|mediach społecznościowych|social",
    search: "reklam\\p{L}+ w wyszukiwar\\p{L}+|wyszukiwar\\p{L}+",
    print: "pras(?:a|y|ę|ie)|gazet\\p{L}*|magazyn\\p{L}*",
    cinema: "kin(?:o|a|ie|ach)",
    email: "e-?mail\\p{L}*|newsletter\\p{L}*",
    video: "wideo",
  },
  objectives: {
    awareness: "świadomoś\\p{L}+(?: marki)?|rozpoznawalnoś\\p{L}+|widocznoś\\p{L}+",
    consideration: "rozważani\\p{L}+|ruch(?: na stronie)?|zaangażowani\\p{L}+",
    conversion: "konwersj\\p{L}+|sprzedaż\\p{L}*|zakup\\p{L}*|rejestracj\\p{L}+",
  },
  devices: {
    mobile: "telefon\\p{L}*|smartfon\\p{L}*|mobiln\\p{L}+",
    desktop: "komputer\\p{L}*|desktop",
    tablet: "tablet\\p{L}*",
  },
  content:
    "hazard\\p{L}*|alkohol\\p{L}*|polityk\\p{L}*|treści polityczn\\p{L}+|przemoc\\p{L}*|wojn\\p{L}+|religi\\p{L}+|wiadomości|treści dla dzieci|pornografi\\p{L}+",
  sellers: "sprzedawc\\p{L}+|wydawc\\p{L}+|dostawc\\p{L}+",
  women: "kobiet\\p{L}*|matk\\p{L}*",
  men: "mężczyzn\\p{L}*|mężczyźni|ojcow\\p{L}*",
  aged: "w wieku|od",
  to: "do",
  years: "lat|lata",
  only: "tylko|wyłącznie|jedynie",
  minimumAge: "poniżej N(?: lat| roku życia)?|nieletnim|minimalny wiek:? N|osób poniżej N",
  olderThan: "powyżej N(?: lat)?|od N lat|N ?\\+",
  hour: "godz\\p{L}*\\.?",
  weekend: "weekend\\p{L}*",
  weekdaysWord: "dni robocze",
  region: "region\\p{L}*|wojewódz\\p{L}+|obszar\\p{L}*",
  language: "język\\p{L}*",
  courtesy: "dzień dobry|cześć|witam|szanowni państwo|pozdrawiam|z poważaniem|dziękuję|dzięki",
};
