import type { Language } from "./language.ts";

export const fr: Language = {
  name: "French",
  code: "fr",
  common:
    "le la les des du de et pour avec sur en au aux est sont nous une un par dans budget période cible annonceur client campagne objectif pays canaux leviers médias marque notoriété à bonjour dates mois semaine euros que qui ne pas sans hors démarrage inférieur",
  no: "pas de|pas d['’]|aucune?|sans|ni|zéro|point de|pas",
  not: "ne|n['’]|jamais|rien",
  exclude:
    "sauf|excepté|hormis|hors(?! taxes?)|à l['’]exception d[eu]s?|exclu(?:re|s|es|e|ant)?|exclusions?|évite[rz]|à éviter|sans passer par|bannir|écarter|rien (?:sur|en|chez|dans)|ne pas (?:acheter|utiliser|diffuser|apparaître|être|prévoir)(?: (?:chez|sur|dans|en|avec|à côté de))?|pas (?:sur|en|chez|dans|à côté de)|plutôt que|au lieu d[eu]|(?:se passe(?:ra|r)?|passons) d[eu]|renon[cç]\\p{L}+ (?:à|au)",
  excluded:
    "(?:est|sont|sera|seront|reste|restent)(?: \\p{L}+){0,2} (?:géré|pris|confié|piloté|assuré|acheté|exclu|hors|écarté|interdit|banni|proscrit|traité)\\p{L}*|n['’](?:est|ont|entre|entrent|a)(?: \\p{L}+){0,2} (?:pas|jamais)(?: \\p{L}+){0,3}|ne (?:sont|doit|doivent|fait|font|veut|voulons|souhaite|souhaitons|sera|seront|convient)(?: \\p{L}+){0,2} pas|(?:on|nous) (?:les?|la) (?:laisse|laissons|exclut|retire)|à (?:exclure|éviter|écarter)|s['’]en occupe|(?:est|sont) chez|laiss\\p{L}+ (?:les? |la |ça )?de côté|non merci|on oublie|on n['’]en veut pas|tourne ailleurs|passe ailleurs",
  apart: "laiss\\p{L}+(?: \\p{L}+){0,3} … (?:de côté|tomber|dehors|en dehors)",
  harmless:
    "pas plus(?: de| d['’])?|ne (?:doit |doivent |pas )*(?:pas )?(?:dépasser|excéder)|aucun (?:vendeur|éditeur|support|régie)|pas seulement|pas moins|hors taxes?|ne doit pas être (?:montrée?|vue|diffusée?)|pas de problème|ne change(?:nt)? pas|pas avant|sans TVA|ne pas dépasser",
  turns: "mais|seulement|uniquement|plutôt",
  glue: "et|ou|ni|le|la|les|de|du|des|d['’]|l['’]|en|sur|aux?|aussi|ainsi que|dans|à|pour|les contenus|la régie|contenus",
  channels: {
    ctv: "(?:TV|télévision) (?:segmentée|adressée)|TV connectée|télévision connectée|SVOD|AVOD|replay",
    linear_tv: "TV lin[ée]aire|télévision linéaire|télévision classique|spots? TV",
    olv: "vid[ée]os? en ligne|VOL|pré-?roll",
    influencer: "influenceu\\w+|créateurs",
    streaming_audio: "audio (?:num[ée]rique|digital|en streaming|en ligne)|streaming audio",
    radio: "radios?",
    dooh: "affichage (?:num[ée]rique|digital|dynamique)(?: \\(DOOH\\))?|écrans digitaux",
    ooh: "affichage|panneaux",
    social: "réseaux sociaux|médias sociaux",
    search: "r[ée]f[ée]rencement payant|recherche payante|liens sponsorisés|search",
    display: "bannières",
    print: "presse(?: écrite)?|journaux|magazines|print",
    cinema: "cin[ée]mas?|ciné",
    email: "e-?mailings?|courriels?|infolettres?",
    gaming: "jeux vid[ée]o",
    affiliate: "affiliation",
    tv: "télé(?:vision)?",
    video: "vid[ée]os?",
  },
  objectives: {
    awareness: "notoriété|visibilité|faire connaître",
    consideration: "trafic|considération|intérêt|engagement|clics vers le site",
    conversion: "ventes?|inscriptions|conversions?|achats|réservations|leads",
  },
  devices: {
    mobile: "mobiles?|smartphones?|téléphones?",
    desktop: "ordinateurs?|desktop",
    tablet: "tablettes?",
  },
  content:
    "jeux d['’]argent|paris sportifs|casinos?|alcool|tabac|politique|contenus? politiques?|contenus? pour enfants|violence|accidents|guerre|religion|contenus? religieux|érotisme|pornographie|actualités?|sites? d['’]actualité|programmes? jeunesse|crypto",
  sellers: "vendeurs?|éditeurs?|régies?|supports?|partenaires?",
  women: "femmes|mères",
  men: "hommes|pères",
  aged: "âgée?s? de|de|entre",
  to: "à|et",
  years: "ans",
  only: "uniquement|seulement|exclusivement|seul(?:e|s|es)?",
  minimumAge: "(?:de )?moins de N ans|mineurs de N|interdit aux moins de N(?: ans)?|âge minimum:? N",
  olderThan: "N ans et plus|plus de N ans|à partir de N ans|N ?\\+",
  hour: "h(?:eures?)?",
  weekend: "week-?ends?",
  weekdaysWord: "en semaine|jours ouvrés",
  region: "régions?|zones?|départements?",
  language: "langues?",
  courtesy:
    "bonjour|bonsoir|salut|cher|chère|merci(?: d['’]avance)?|cordialement|bien à vous|bien cordialement|à bientôt",
};
