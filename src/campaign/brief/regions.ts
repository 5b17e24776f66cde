/** Regions whose countries are fixed by their name. */
export const regions: readonly (readonly [pattern: string, codes: readonly string[]])[] = [
  ["(?:DACH|D-A-CH)(?:-?(?:Region|Raum|Länder))?", ["DE", "AT", "CH"]],
  ["Benelux(?:-?(?:Länder|Staaten))?", ["BE", "NL", "LU"]],
  ["Baltics|Baltic states|Baltikum|pays baltes|países bálticos", ["EE", "LV", "LT"]],
];

/** Names that leave open which countries are meant, and what to say about it. */
export const fuzzyPlaces: readonly (readonly [pattern: string, hint: string])[] = [
  [
    "Nordics|Nordic countries|Scandinavia|Skandinavien|Nordländer|pays nordiques|Scandinavie|países nórdicos|Escandinavia",
    "Often SE, NO, DK, with or without FI and IS.",
  ],
  ["Iberia|Iberian Peninsula|Iberische Halbinsel|Península Ibérica", "ES, PT, with or without AD and GI."],
  ["EU|European Union|Europäische Union|Union européenne|Unión Europea|Eurozone", "Please list them."],
  [
    "Europe|Europa|EMEA|APAC|LATAM|MENA|GCC|CEE|North America|Latin America|Lateinamerika|Amérique du Nord|Latinoamérica|Asia|Africa|worldwide|weltweit|global(?:ly)?|mondial",
    "Please list them.",
  ],
  [
    "Georgia|Jordan|Chad|Guinea|Dominique|Granada|Jersey|Martinique|Niger|Congo|Kongo|Korea|Corea|Corée|America|Amerika|Amérique|the States|the Americas",
    "The name has more than one meaning.",
  ],
  [
    "domestic(?:ally)?|nationwide|bundesweit|national(?:ly)?|à l['’]échelle nationale|a nivel nacional",
    "Please name the country.",
  ],
];
