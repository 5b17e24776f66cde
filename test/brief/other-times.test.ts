import { describe, expect, test } from "vitest";
import { readText } from "../../src/brief/reader/read-text.ts";

const today = "2026-11-21";
const days = async (text: string) => {
  const draft = await readText({ text, today });
  const asked = draft.questions.filter(({ field }) => field.startsWith("flight")).length;
  return asked > 0 ? "asked" : `${draft.flightStart?.value}..${draft.flightEnd?.value}`;
};

describe("the time of something else beside the campaign's", () => {
  test.each([
    ["The campaign runs from 1 to 28 March 2027.", "Our office is closed from 23 December to 6 January."],
    ["The campaign opens on 1 March 2027 and closes on 28 March 2027.", "Artwork comes from 3 February."],
    ["Die Kampagne läuft vom 1. bis 28. März 2027.", "Das Material liegt ab dem 2. Februar bereit."],
    ["La campagne est diffusée du 1er au 28 mars 2027.", "Le festival a lieu du 8 au 18 juillet 2027."],
    ["La campaña va del 1 al 28 de marzo de 2027.", "El catálogo se imprime en enero."],
    ["La campagna va dal 1 al 28 marzo 2027.", "Il libro è in libreria dal 25 febbraio."],
    ["De campagne loopt van 1 t/m 28 maart 2027.", "Het materiaal is er vanaf 3 februari."],
    ["Kampania trwa od 1 do 28 marca 2027.", "Zapisy trwają od 5 lutego."],
    ["A campanha decorre de 1 a 28 de março de 2027.", "O campeonato de 5 de junho não entra aqui."],
    ["Kampanjen går 1 till 28 mars 2027.", "Broschyren trycks i januari."],
  ])("is set aside: %s %s", async (campaign, other) => {
    expect(await days(`acme.example. ${campaign} ${other} Radio.`)).toBe("2027-03-01..2027-03-28");
  });

  test.each([
    "The campaign runs from 1 to 28 March 2027. Perhaps we go on to 11 April 2027.",
    "Die Kampagne läuft vom 1. bis 28. März 2027. Radio pausiert vom 8. bis 14. März.",
    "The campaign runs from 1 to 28 March 2027. Radio in April.",
    "The campaign runs from 1 March to 30 April 2027. Nothing in April, please.",
    "La campagne est diffusée du 1er au 28 mars 2027. On s'arrête le 21 mars 2027.",
  ])("is asked about where it may change it: %s", async (text) => {
    expect(await days(`acme.example. ${text} Display.`)).toBe("asked");
  });

  test("gives way to the days of a newer mail", async () => {
    const mail = `Hi, one change: we run from 24 May to 4 July 2027 now instead of what I wrote below. The rest stays.

Kim

On 13 November 2026 Kim wrote:
> Radio in Ireland for acme.example, 3 May to 13 June 2027, EUR 45,000 of media, awareness.`;
    expect(await days(mail)).toBe("2027-05-24..2027-07-04");
  });
});
