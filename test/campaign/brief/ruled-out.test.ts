import { describe, expect, test } from "vitest";
import { readText } from "../../../src/campaign/brief/read-text.ts";

const briefs: Readonly<Record<string, (sentence: string) => string>> = {
  en: (sentence) =>
    `Hello Ann,\nour client Acme (acme.example) starts in Ireland.\nThe media budget is 120,000 EUR.\n${sentence}\nIt runs from 1 March 2027 to 30 April 2027.\nWe would like online video and podcasts.\nThe objective is awareness.`,
  fr: (sentence) =>
    `Bonjour,\nnotre client Acme (acme.example) lance une campagne en France.\nLe budget média est de 120 000 €.\n${sentence}\nDu 1er mars au 30 avril 2027.\nNous souhaitons de la vidéo en ligne et des podcasts.\nL'objectif est la notoriété.`,
  es: (sentence) =>
    `Hola,\nnuestro cliente Acme (acme.example) lanza una campaña en España.\nEl presupuesto es de 120.000 €.\n${sentence}\nDel 1 de marzo al 30 de abril de 2027.\nQueremos vídeo online y podcasts.\nEl objetivo es notoriedad.`,
  it: (sentence) =>
    `Ciao,\nil cliente Acme (acme.example) parte con una campagna in Italia.\nIl budget è di 120.000 €.\n${sentence}\nDal 1 marzo al 30 aprile 2027.\nVorremmo video online e podcast.\nL'obiettivo è la notorietà.`,
  nl: (sentence) =>
    `Hoi,\nonze klant Acme (acme.example) start een campagne in Nederland.\nHet budget is 120.000 euro.\n${sentence}\nVan 1 maart tot en met 30 april 2027.\nWe willen online video en podcasts.\nDoel is naamsbekendheid.`,
  pl: (sentence) =>
    `Dzień dobry,\nnasz klient Acme (acme.example) rusza z kampanią w Polsce.\nBudżet to 120 000 zł.\n${sentence}\nOd 1 marca do 30 kwietnia 2027.\nChcemy wideo online i podcasty.\nCelem jest świadomość marki.`,
  pt: (sentence) =>
    `Bom dia,\no nosso cliente Acme (acme.example) lança uma campanha em Portugal.\nO orçamento é de 120.000 €.\n${sentence}\nDe 1 de março a 30 de abril de 2027.\nQueremos vídeo online e podcasts.\nO objetivo é notoriedade.`,
  sv: (sentence) =>
    `Hej,\nvår kund Acme (acme.example) startar en kampanj i Sverige.\nBudgeten är 120 000 SEK.\n${sentence}\nFrån 1 mars till 30 april 2027.\nVi vill ha onlinevideo och podcast.\nMålet är kännedom.`,
};
const sentences: Readonly<Record<string, readonly string[]>> = {
  en: [
    "We want, as discussed, no radio at all.",
    "Radio, as agreed, is handled by Smith.",
    "Radio and print: not for us.",
    "The radio part is done by others.",
    "We're not doing radio.",
    "Radio isn't needed.",
    "Radio? No.",
    "Radio not needed",
    "Rather not radio.",
    "Radio: excluded",
    "Radio should be left aside.",
    "They hate radio.",
    "Forget radio.",
    "Radio is already booked.",
    "Radio is covered by the group deal.",
    "Nobody wants radio.",
    "Strictly no radio and no print.",
    "Please don't include radio or print.",
    "Radio has been cancelled.",
    "Radio is paused this year.",
    "There will be no radio component.",
    "The plan must not contain radio.",
    "Radio falls outside the scope.",
    "radio = no",
    "Anything except radio and print.",
  ],
  fr: [
    "Pas de radio.",
    "Sans radio.",
    "La radio est exclue.",
    "Ni radio ni presse.",
    "On ne veut pas de radio.",
    "La radio est gérée par une autre agence.",
    "Hors radio.",
    "Tout sauf la radio.",
    "La radio, on oublie.",
    "Nous ne faisons pas de radio.",
    "La radio n'est pas souhaitée.",
    "À exclure : radio, presse",
    "Éviter la radio.",
    "Aucune radio.",
    "Radio : non",
    "La radio reste chez l'agence sœur.",
    "Évitez la radio, merci.",
    "La radio a été abandonnée.",
  ],
  es: [
    "Nada de radio.",
    "Sin radio.",
    "La radio queda fuera.",
    "Ni radio ni prensa.",
    "No queremos radio.",
    "La radio la lleva otra agencia.",
    "Todo menos radio.",
    "Excluir radio y prensa.",
    "La radio no entra.",
    "Evitad la radio.",
    "Radio: no",
    "No vamos a hacer radio.",
    "La radio está descartada.",
    "La radio no nos interesa.",
    "Prescindimos de la radio.",
  ],
  it: [
    "Niente radio.",
    "Senza radio.",
    "La radio è esclusa.",
    "Né radio né stampa.",
    "Non vogliamo radio.",
    "La radio la segue un'altra agenzia.",
    "Tutto tranne la radio.",
    "Escludere radio e stampa.",
    "La radio non serve.",
    "Evitare la radio.",
    "Radio: no",
    "Non facciamo radio.",
    "La radio è gestita altrove.",
  ],
  nl: [
    "Geen radio.",
    "Zonder radio.",
    "Radio valt af.",
    "Radio willen we niet.",
    "Radio ligt bij een ander bureau.",
    "Alles behalve radio.",
    "Radio en print niet.",
    "Radio doen we niet.",
    "Vermijd radio.",
    "Radio: nee",
    "Radio is niet nodig.",
    "Radio wordt door een ander bureau gedaan.",
    "We doen geen radio.",
  ],
  pl: [
    "Bez radia.",
    "Nie chcemy radia.",
    "Radio odpada.",
    "Wszystko oprócz radia.",
    "Radio prowadzi inna agencja.",
    "Ani radio, ani prasa.",
    "Wykluczamy radio.",
    "Radio: nie",
    "Unikamy radia.",
    "Radio nie wchodzi w grę.",
    "Nie planujemy radia.",
    "Proszę pominąć radio.",
  ],
  pt: [
    "Sem rádio.",
    "Nada de rádio.",
    "A rádio fica de fora.",
    "Não queremos rádio.",
    "A rádio fica com outra agência.",
    "Tudo exceto rádio.",
    "Excluir rádio e imprensa.",
    "Evitar a rádio.",
    "Rádio: não",
    "Nem rádio nem imprensa.",
    "A rádio está excluída.",
    "Não vamos fazer rádio.",
  ],
  sv: [
    "Ingen radio.",
    "Utan radio.",
    "Vi vill inte ha radio.",
    "Radio sköts av en annan byrå.",
    "Allt utom radio.",
    "Varken radio eller print.",
    "Undvik radio.",
    "Radio: nej",
    "Radio är utesluten.",
    "Radio hoppar vi över.",
    "Vi kör inte radio.",
    "Radio behövs inte.",
  ],
};

describe.each(Object.entries(sentences))("radio that is ruled out in a brief in %s", (language, all) => {
  test.each(all)("is left out or asked about: %s", async (sentence) => {
    const text = briefs[language]?.(sentence) ?? "";
    const { budget, channels, flightStart, flightEnd, questions } = await readText({
      text,
      today: "2026-11-21",
    });
    expect(channels.map(({ value }) => value).sort()).toEqual(["olv", "podcast"]);
    expect(budget?.value.minor).toBe(12_000_000);
    expect([flightStart?.value, flightEnd?.value]).toEqual(["2027-03-01", "2027-04-30"]);
    expect(questions.filter(({ field }) => field === "budget" || field.startsWith("flight"))).toEqual([]);
  });
});
