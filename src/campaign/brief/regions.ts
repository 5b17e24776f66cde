/** Regions whose countries are fixed by their name. */
export const regions: readonly (readonly [pattern: string, codes: readonly string[]])[] = [
  ["(?:DACH|D-A-CH)(?:-?(?:Region|Raum|Länder))?", ["DE", "AT", "CH"]],
  ["Benelux(?:-?(?:Länder|Staaten))?", ["BE", "NL", "LU"]],
  ["Baltics|Baltic states|Baltikum|pays baltes|países bálticos", ["EE", "LV", "LT"]],
];

const partOfCountry = "It is a part of a country; a brief holds whole countries.";

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
    "England|Scotland|Wales|Northern Ireland|Schottland|Nordirland|Angleterre|Écosse|Inglaterra|Escocia",
    "It is a part of GB; a brief holds whole countries.",
  ],
  [
    "Georgia|Jordan|Chad|Guinea|Dominique|Granada|Jersey|Martinique|Niger|Congo|Kongo|Korea|Corea|Corée|America|Amerika|Amérique|the States|the Americas",
    "The name has more than one meaning.",
  ],
  ["New (?:Jersey|Mexico|York|England|Hampshire)|Mexico City|Panama City|Ciudad de México", partOfCountry],
  [
    "(?:North|South) (?:Carolina|Dakota)|(?:West )?Virginia|Washington(?: State)?|Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|Ohio|Oklahoma|Oregon|Pennsylvania|Tennessee|Texas|Utah|Vermont|Virginia|Wisconsin|Wyoming|Kalifornien|Californie|Floride",
    partOfCountry,
  ],
  [
    "Bavaria|Bayern|Baden-Württemberg|Nordrhein-Westfalen|NRW|Sachsen|Hessen|Niedersachsen|Tirol|Bretagne|Normandie|Île-de-France|Provence|Catalu(?:ña|nya)|Catalonia|Andalucía|Andalusia|Ontario|Quebec|Québec|Tuscany|Lombardy",
    partOfCountry,
  ],
  [
    "domestic(?:ally)?|nationwide|bundesweit|national(?:ly)?|à l['’]échelle nationale|a nivel nacional",
    "Please name the country.",
  ],
];
