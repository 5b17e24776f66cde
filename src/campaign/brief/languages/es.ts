import type { Language } from "./language.ts";

export const es: Language = {
  name: "Spanish",
  code: "es",
  common:
    "el la los las del de y para con en es son que una un por presupuesto fechas periodo público anunciante cliente campaña objetivo país medios canales marca notoriedad hola tenemos mes euros nada sin solo ni no millones españa ámbito un saludo al",
  no: "nada de|sin|ning[uú]n(?:a|o)?|ni|cero|no",
  not: "no|nunca|jamás|tampoco",
  exclude:
    "excepto|salvo|menos(?! de)|exclu(?:ir|id[oa]s?|yendo)|exclusiones|evit(?:ar|en|ad|e)|quitar|dej\\p{L}+ (?:fuera|de lado)|descart(?:ar|ado|amos)|a excepción de|fuera de|en lugar de|en vez de|no (?:queremos|comprar|compren|contratar|usar|salir|aparecer|estar)(?: (?:salir|aparecer|estar|comprar))?(?: (?:en|con|junto a))?|prescind\\p{L}+ de|renunci\\p{L}+ a|no (?:en|con)|nada (?:en|con)|bloquear",
  excluded:
    "(?:l[ao]s?) (?:lleva|llevan|gestiona|gestionan|compra|hace|hacen|tiene)(?: \\p{L}+){0,3}|(?:se )?qued(?:a|an|e|en) fuera|(?:está|están|queda|quedan|es|son|va|van|corre|corren)(?: \\p{L}+){0,2} (?:excluid|descartad|fuera|prohibid|aparte|a cargo|con otra|por otr|gestionad|en manos)\\p{L}*|no (?:va|van|entra|entran|interesa|interesan|l[ao]s? queremos|l[ao]s? incluyáis|l[ao]s? planifi\\p{L}+|forma|está|están|toca|hace falta)(?: \\p{L}+){0,3}|dej(?:ar|ad|amos|emos|a)l[ao]s? fuera|l[ao]s? dejamos fuera|mejor no|no,? gracias|fuera del plan",
  apart: "dej\\p{L}+(?: \\p{L}+){0,3} … (?:fuera|de lado|aparte)",
  harmless:
    "no (?:más|menos)(?: de| del)?|ning[uú]n (?:vendedor|proveedor|soporte|medio)|no (?:debe )?(?:superar|exceder)|sin IVA|sin (?:prisa|cambios|problema)|no solo|sin superar|no cambia",
  turns: "pero|sino|solo|sólo|únicamente|en cambio",
  glue: "y|e|o|u|ni|el|la|los|las|de|del|en|también|por|para|con|contenido|la|vendedor|soporte",
  channels: {
    ctv: "televisión conectada|TV conectada",
    linear_tv: "TV lineal|televisión lineal|televisión(?! conectada)",
    olv: "v[íi]deos? (?:online|en línea)",
    streaming_audio: "audio (?:digital|en streaming|online)",
    radio: "radio",
    dooh: "exterior digital|mupis digitales|pantallas digitales|publicidad exterior digital",
    ooh: "vallas|publicidad exterior|exterior|mupis",
    social: "redes sociales|medios sociales",
    search: "b[úu]squedas?(?: pagadas?)?|buscadores|publicidad en buscadores",
    print: "prensa(?: escrita)?|periódicos|diarios|revistas",
    cinema: "cines?",
    email: "correo electrónico|boletines?",
    gaming: "videojuegos",
    affiliate: "afiliación",
    influencer: "influencers?",
    tv: "televisi[óo]n|tele",
    video: "v[íi]deos?",
  },
  objectives: {
    awareness: "notoriedad|reconocimiento de (?:la )?marca|visibilidad",
    consideration: "tráfico(?: a la web)?|consideración|interacción",
    conversion: "ventas|compras|conversi(?:ón|ones)|registros|reservas",
  },
  devices: {
    mobile: "móvil(?:es)?|celular(?:es)?",
    desktop: "ordenador(?:es)?|escritorio",
    tablet: "tabletas?|tablets?",
  },
  content:
    "juegos? de azar|apuestas|casinos?|alcohol|tabaco|política|contenidos? políticos?|contenidos? infantil(?:es)?|programas infantiles|violencia|accidentes|guerra|religión|noticias|pornografía|sucesos",
  sellers: "vendedor(?:es)?|proveedor(?:es)?|soportes?|editor(?:es)?|medio",
  women: "mujeres|madres",
  men: "hombres|padres",
  aged: "de|entre",
  to: "a|y",
  years: "años",
  only: "solo|sólo|únicamente|solamente|exclusivamente",
  minimumAge: "menores de N(?: años)?|edad mínima(?: legal)?:? N(?: años)?",
  olderThan: "mayores de N(?: años)?|N años o más|a partir de N años|N ?\\+",
  hour: "h(?:oras)?",
  weekend: "fin(?:es)? de semana",
  weekdaysWord: "entre semana|días laborables",
  region: "regi(?:ón|ones)|comunidad(?:es)?(?: autónomas?)?|ámbito|zonas?|estados?|provincias?",
  language: "idiomas?|lenguas?",
  courtesy:
    "hola|buenas|buenos días|buenas tardes|estimad[oa]s?|un saludo|saludos(?: cordiales)?|gracias|muchas gracias|oye",
};
