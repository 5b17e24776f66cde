import { readText } from "../src/brief/reader/read-text.ts";
const briefs: any = {
  en: (s:string) => `Hello Ann,\nour client Acme (acme.example) starts in Ireland.\nThe media budget is 120,000 EUR.\n${s}\nIt runs from 1 March 2027 to 30 April 2027.\nThe objective is awareness.`,
  de: (s:string) => `Hallo,\nunser Kunde Acme (acme.example) startet in Deutschland.\nDas Mediabudget beträgt 120.000 €.\n${s}\nVom 1. März bis 30. April 2027.\nDas Ziel ist Markenbekanntheit.`,
  fr: (s:string) => `Bonjour,\nnotre client Acme (acme.example) lance une campagne en France.\nLe budget média est de 120 000 €.\n${s}\nDu 1er mars au 30 avril 2027.\nL'objectif est la notoriété.`,
  es: (s:string) => `Hola,\nnuestro cliente Acme (acme.example) lanza una campaña en España.\nEl presupuesto es de 120.000 €.\n${s}\nDel 1 de marzo al 30 de abril de 2027.\nEl objetivo es notoriedad.`,
  it: (s:string) => `Ciao,\nil cliente Acme (acme.example) parte con una campagna in Italia.\nIl budget è di 120.000 €.\n${s}\nDal 1 marzo al 30 aprile 2027.\nL'obiettivo è la notorietà.`,
  nl: (s:string) => `Hoi,\nonze klant Acme (acme.example) start een campagne in Nederland.\nHet budget is 120.000 euro.\n${s}\nVan 1 maart tot en met 30 april 2027.\nDoel is naamsbekendheid.`,
  pl: (s:string) => `Dzień dobry,\nnasz klient Acme (acme.example) rusza z kampanią w Polsce.\nBudżet to 120 000 zł.\n${s}\nOd 1 marca do 30 kwietnia 2027.\nCelem jest świadomość marki.`,
  pt: (s:string) => `Bom dia,\no nosso cliente Acme (acme.example) lança uma campanha em Portugal.\nO orçamento é de 120.000 €.\n${s}\nDe 1 de março a 30 de abril de 2027.\nO objetivo é notoriedade.`,
  sv: (s:string) => `Hej,\nvår kund Acme (acme.example) startar en kampanj i Sverige.\nBudgeten är 120 000 SEK.\n${s}\nFrån 1 mars till 30 april 2027.\nMålet är kännedom.`,
};
// language | sentence | wanted | excluded
const cases = `
de|Wir denken an Radio und klassische Plakate. Kino möchten wir ausdrücklich nicht belegen.|radio,ooh|cinema
de|Gedacht hatten wir an Radio und Kino.|radio,cinema|
de|Statt Kino nehmen wir Podcasts, Radio bleibt auch drin.|podcast,radio|cinema
de|Gewünscht sind Display und Social. Auf Radio bitte verzichten, das Rad muss man sehen.|display,social|radio
de|Display und Social bitte. Auf Kino sollten wir diesmal verzichten.|display,social|cinema
de|Social nehmen wir, Kino nehmen wir nicht.|social|cinema
de|Radio: ja. Kino ziehen wir nicht in Betracht.|radio|cinema
de|E-Mail-Werbung in fremden Newslettern plus Suche|email,search|
de|Kanäle: Suchanzeigen, Affiliate und Retail Media auf den Marktplätzen. Print kannst du dir sparen. Bei Affiliate bitte keine Gutscheinportale.|search,affiliate,retail_media|print
en|We are thinking about radio and posters. Cinema is not something we are considering.|radio,ooh|cinema
en|We thought of radio and podcasts.|radio,podcast|
en|Instead of cinema we will take podcasts, radio stays in.|podcast,radio|cinema
en|Radio and podcasts please. We are not considering cinema.|radio,podcast|cinema
en|Large format posters and digital screens in stations|ooh,dooh|
en|Channels: search, affiliate and retail media. For affiliate no voucher sites please.|search,affiliate,retail_media|
en|Paid social and online video are a must, cinema is a no.|social,olv|cinema
fr|Nous pensons à la radio et à l'affichage. Le cinéma n'est pas envisagé.|radio,ooh|cinema
fr|Nous avons pensé à la radio et au podcast.|radio,podcast|
fr|À la place du cinéma, nous prenons des podcasts.|podcast|cinema
fr|Radio et podcasts. Nous n'envisageons pas le cinéma.|radio,podcast|cinema
fr|Radio et podcasts. Le cinéma, nous y renonçons.|radio,podcast|cinema
es|Pensamos en radio y podcasts. El cine no lo contemplamos.|radio,podcast|cinema
es|Hemos pensado en radio y podcasts.|radio,podcast|
es|En lugar de cine cogemos podcasts, la radio se queda.|podcast,radio|cinema
es|Canales: buscadores, display y radio. El periódico de papel, para envolver el pescado: ahí no metemos ni un euro.|search,display,radio|print
es|Radio y podcasts. No contamos con el cine.|radio,podcast|cinema
it|Pensiamo a radio e podcast. Il cinema non lo consideriamo.|radio,podcast|cinema
it|Avevamo pensato alla radio e ai podcast.|radio,podcast|
it|Al posto del cinema prendiamo i podcast, la radio resta.|podcast,radio|cinema
it|Radio e podcast. Il cinema non lo prendiamo in considerazione.|radio,podcast|cinema
nl|We denken aan radio en podcasts. Bioscoop nemen we niet mee.|radio,podcast|cinema
nl|In plaats van bioscoop nemen we podcasts, radio blijft erin.|podcast,radio|cinema
nl|Radio en podcasts. Bioscoop overwegen we niet.|radio,podcast|cinema
pl|Myślimy o radiu i podcastach. Kina nie bierzemy pod uwagę.|radio,podcast|cinema
pl|Zamiast kina bierzemy podcasty, radio zostaje.|podcast,radio|cinema
pl|Kanały: radio i cyfrowe ekrany zewnętrzne (DOOH). Prasy nie bierzemy pod uwagę.|radio,dooh|print
pl|Radio i podcasty. Kina nie uwzględniamy.|radio,podcast|cinema
pt|Pensamos em rádio e podcasts. Cinema não consideramos.|radio,podcast|cinema
pt|Em vez de cinema ficamos com podcasts, a rádio mantém-se.|podcast,radio|cinema
pt|Ecrãs digitais exteriores e áudio em streaming|dooh,streaming_audio|
pt|Rádio e podcasts. Não contamos com cinema.|radio,podcast|cinema
sv|Vi tänker oss radio och podcast. Bio tar vi inte med.|radio,podcast|cinema
sv|I stället för bio tar vi podcast, radion är kvar.|podcast,radio|cinema
sv|Radio och podcast. Bio är inte aktuellt.|radio,podcast|cinema
`.trim().split("\n");
let ok = 0;
for (const line of cases) {
  const [l, s, w, x] = line.split("|") as string[];
  const d:any = await readText({ text: briefs[l!](s), today: "2026-11-21" });
  const got = [...d.channels.map((c:any)=>c.value)].sort().join(), out = d.ruledOut.map((c:any)=>c.value).sort().join();
  const qs = d.questions.filter((q:any)=>!["countries"].includes(q.field)).map((q:any)=>q.text);
  if (got === w!.split(",").sort().join() && out === (x??"") && qs.length===0) ok++; else console.log(l, s, "\n    got", got, "| out", out, "|", qs.join(" // "));
}
console.log(ok, cases.length);
