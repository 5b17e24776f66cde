import type { Language } from "./language.ts";

export const it: Language = {
  name: "Italian",
  code: "it",
  common:
    "il lo la gli le di del della dei per con in è sono che una un periodo cliente inserzionista campagna obiettivo paese canali mezzi marca notorietà ciao buongiorno abbiamo euro al mese dal italia solo niente senza non budget netto netti anni settimana massimo",
  no: "niente|senza|nessun[ao]?|né|zero|no",
  not: "non|mai|nulla",
  exclude:
    "tranne|eccetto|salvo|escluso|esclus[aie]|esclude(?:re|ndo)|esclusioni|evitare|lasci\\p{L}+ (?:fuori|perdere|da parte)|evitiamo|a eccezione d\\p{L}+|fuori da|rinunci\\p{L}+ a|invece d\\p{L}+|non (?:comprare|usare|vogliamo|apparire|pianificare|acquistare)(?: (?:su|da|in|con|presso))?|non (?:su|in|da|con|presso)|bloccare",
  excluded:
    "(?:l[aeo]|li) (?:segue|seguono|gestisce|gestiscono|compra|cura|fa)(?: \\p{L}+){0,3}|(?:è|sono|resta|restano|rimane|viene|vengono|va|vanno)(?: \\p{L}+){0,2} (?:esclus|gestit|fuori|seguit|vietat|affidat|a parte|altrove)\\p{L}*|non (?:è|sono|serve|servono|interessa|interessano|l[aeo] vogliamo|rientra|rientrano|va|vanno)(?: \\p{L}+){0,3}|lasci\\p{L}+ (?:fuori|perdere)|no,? grazie|gira altrove",
  apart: "lasci\\p{L}+(?: \\p{L}+){0,3} … (?:fuori|da parte|perdere)",
  harmless:
    "non (?:più|oltre|meno|solo)(?: di| del)?|nessun (?:venditore|editore|fornitore)|non (?:deve )?(?:superare|eccedere)|senza IVA|IVA esclusa|senza fretta|esclusa IVA",
  turns: "ma|solo|bensì|invece|però",
  glue: "e|ed|o|né|il|lo|la|le|i|gli|di|del|della|in|su|anche|per|il venditore|contenuti",
  channels: {
    ctv: "TV connessa|televisione connessa",
    linear_tv: "televisione|TV lineare",
    olv: "video online",
    streaming_audio: "audio (?:digitale|in streaming)",
    radio: "radio",
    dooh: "affission[ei] digital[ei]|esterna digitale|schermi digitali",
    ooh: "affission[ei]|cartelloni|esterna",
    social: "social(?: network| media)?|reti sociali",
    search: "ricerca(?: a pagamento)?|motori di ricerca",
    print: "stampa|giornali|riviste|quotidiani",
    cinema: "cinema",
    email: "e-?mail|newsletter",
    gaming: "videogiochi",
    video: "video",
  },
  objectives: {
    awareness: "notorietà|visibilità",
    consideration: "considerazione|traffico|interesse",
    conversion: "conversion[ei]|vendite|acquisti|iscrizioni|prenotazioni",
  },
  devices: { mobile: "cellulari|smartphone|mobile", desktop: "computer|desktop", tablet: "tablet" },
  content:
    "gioco d['’]azzardo|scommesse|alcol|tabacco|politica|contenuti politici|violenza|guerra|religione|notizie|cronaca nera|contenuti per bambini|pornografia",
  sellers: "venditor[ei]|editor[ei]|fornitor[ei]|concessionari[ae]",
  women: "donne|madri",
  men: "uomini|padri",
  aged: "di|tra i|dai|tra",
  to: "a|ai|e",
  years: "anni",
  only: "solo|soltanto|esclusivamente|unicamente",
  minimumAge: "minori di N(?: anni)?|età minima:? N",
  olderThan: "maggiori di N(?: anni)?|dai N anni|N ?\\+",
  hour: "ore",
  weekend: "fine settimana",
  weekdaysWord: "giorni feriali",
  region: "region[ei]|aree?|zon[ae]|province",
  language: "lingu[ae]",
  courtesy: "ciao|buongiorno|buonasera|salve|gentile|grazie|a presto|cordiali saluti|saluti",
};
