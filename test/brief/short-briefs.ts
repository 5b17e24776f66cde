/** A whole brief with radio and cinema in each language, in two sentences. */
export const briefs = {
  en: "acme.example, awareness in Ireland, 50,000 EUR of media, 1 to 31 March 2027. Radio and cinema.",
  de: "acme.example, Bekanntheit in Deutschland, 50.000 EUR Media, 1. bis 31. März 2027. Radio und Kino.",
  fr: "acme.example, notoriété en France, 50 000 euros de média, du 1er au 31 mars 2027. Radio et cinéma.",
  es: "acme.example, notoriedad en España, 50.000 euros de medios, del 1 al 31 de marzo de 2027. Radio y cine.",
  it: "acme.example, notorietà in Italia, 50.000 euro di media, dal 1 al 31 marzo 2027. Radio e cinema.",
  nl: "acme.example, naamsbekendheid in Nederland, 50.000 euro media, 1 t/m 31 maart 2027. Radio en bioscoop.",
  pl: "acme.example, świadomość marki w Polsce, 50 000 zł na media, od 1 do 31 marca 2027. Radio i kino.",
  pt: "acme.example, notoriedade em Portugal, 50.000 euros de media, de 1 a 31 de março de 2027. Rádio e cinema.",
  sv: "acme.example, kännedom i Sverige, 500 000 kr i media, 1 till 31 mars 2027. Radio och bio.",
} as const;
export type Language = keyof typeof briefs;
