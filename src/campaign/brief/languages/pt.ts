import type { Language } from "./language.ts";

export const pt: Language = {
  name: "Portuguese",
  code: "pt",
  common:
    "o a os as do da dos das de e para com em é são que uma um por verba período cliente campanha objetivo país canais marca notoriedade olá bom dia temos mês euros sem não nem só apenas portugal brasil orçamento vezes semana líquidos máximo no na ao",
  no: "sem|nenhum[ao]?|nem|zero|nada de",
  not: "não|nunca|jamais",
  exclude:
    "exceto|excepto|menos(?! de)|salvo|exclu(?:ir|ído|ída|indo)s?|exclusões|evitar|deix\\p{L}+ de fora|à exceção d\\p{L}+|fora d[eoa]|(?:abdic|prescind|dispens)\\p{L}+ d?[eoa]|em vez d[eoa]|não (?:queremos|comprar|usar|aparecer|planear|planejar|incluir)(?: (?:em|no|na|com))?|não (?:em|no|na|com)|nada (?:em|no|na)|bloquear",
  excluded:
    "(?:fica|ficam|está|estão|é|são|corre|vai)(?: \\p{L}+){0,2} (?:com outr|de fora|fora|excluíd|a cargo|por conta|proibid|à parte)\\p{L}*|(?:não (?:entra|entram|queremos|interessa|é|são|está|faz|fazem|vai|vão))(?: \\p{L}+){0,3}|(?:outra|a outra) agência (?:trata|cuida|faz)|deix(?:ar|amos|em) de fora|não,? obrigad[oa]",
  apart: "deix\\p{L}+(?: \\p{L}+){0,3} … (?:de fora|fora|de lado)",
  harmless:
    "não (?:mais|menos|só|apenas)(?: de| do| que)?|nenhum (?:vendedor|fornecedor)|não (?:deve )?(?:ultrapassar|exceder)|sem IVA|sem pressa|sem alterações|no máximo",
  turns: "mas|só|apenas|somente|em vez",
  glue: "e|ou|nem|o|a|os|as|de|do|da|em|no|na|também|para|com|conteúdos?|vendedor",
  channels: {
    ctv: "TV conectada|televisão conectada",
    linear_tv: "televisão|TV linear",
    olv: "v[íi]deos? (?:online|on-line)",
    streaming_audio: "[áa]udio (?:digital|em streaming|online)",
    radio: "r[áa]dio",
    dooh: "(?:mídia|média|publicidade)? ?exterior digital|m[íé]dia exterior digital|mupis digitais|ecrãs digitais",
    ooh: "outdoors?|publicidade exterior|mídia exterior|mupis",
    social: "redes sociais",
    search: "(?:pesquisa|busca)s?(?: pagas?)?|links patrocinados",
    print: "imprensa|jornais|revistas",
    cinema: "cinemas?",
    email: "e-?mail|newsletters?",
    gaming: "videojogos|jogos",
    video: "v[íi]deos?",
  },
  objectives: {
    awareness: "notoriedade|reconhecimento(?: de marca)?|visibilidade",
    consideration: "consideração|tráfego|interesse",
    conversion: "convers(?:ão|ões)|vendas|compras|registos|cadastros|reservas",
  },
  devices: {
    mobile: "telem[óo]ve(?:l|is)|celular(?:es)?|móvel",
    desktop: "computador(?:es)?|desktop",
    tablet: "tablets?",
  },
  content:
    "jogos de azar|apostas|álcool|tabaco|política|conteúdos? políticos?|violência|guerra|religião|notícias|conteúdos? infantis|pornografia",
  sellers: "vendedor(?:es)?|fornecedor(?:es)?|editor(?:es)?|veículos?",
  women: "mulheres|mães",
  men: "homens|pais",
  aged: "de|entre|dos",
  to: "a|aos|e",
  years: "anos",
  only: "só|somente|apenas|exclusivamente|unicamente",
  minimumAge: "menores de N(?: anos)?|idade mínima:? N",
  olderThan: "maiores de N(?: anos)?|a partir dos? N anos|N ?\\+",
  hour: "h(?:oras)?",
  weekend: "fins? de semana",
  weekdaysWord: "dias úteis",
  region: "regi(?:ão|ões)|estados?|praças?|distritos?|zonas?",
  language: "idiomas?|línguas?",
  courtesy: "olá|bom dia|boa tarde|car[oa]s?|obrigad[oa]|cumprimentos|atenciosamente|abraços?",
};
