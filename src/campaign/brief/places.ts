/**
 * Regions by ISO 3166-2, with their names as they are written in briefs. `?` before a name: a city or another thing is called the
 * same, so that only the word "region", "state" or one like it beside it makes it one.
 */
const regionsByCountry: Readonly<Record<string, string>> = {
  US: "AL Alabama; AK Alaska; AZ Arizona; AR Arkansas; CA California|Kalifornien|Californie; CO Colorado; CT Connecticut; DE Delaware; FL Florida|Floride; GA ?Georgia; HI Hawaii; ID Idaho; IL Illinois; IN Indiana; IA Iowa; KS Kansas; KY Kentucky; LA Louisiana; ME Maine; MD Maryland; MA Massachusetts; MI Michigan; MN Minnesota; MS Mississippi; MO Missouri; MT Montana; NE Nebraska; NV Nevada; NH New Hampshire; NJ New Jersey; NM New Mexico; NY New York State|?New York; NC North Carolina; ND North Dakota; OH Ohio; OK Oklahoma; OR Oregon; PA Pennsylvania; RI Rhode Island; SC South Carolina; SD South Dakota; TN Tennessee; TX Texas; UT Utah; VT Vermont; VA Virginia; WA Washington State|?Washington; WV West Virginia; WI Wisconsin; WY Wyoming",
  CA: "AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick; NS Nova Scotia; ON Ontario; QC Quebec|Québec; SK Saskatchewan",
  AU: "NSW New South Wales; QLD Queensland; SA South Australia; TAS Tasmania; VIC ?Victoria; WA Western Australia",
  GB: "ENG England|Angleterre|Inglaterra|Inghilterra|Engeland; SCT Scotland|Schottland|Écosse|Escocia|Scozia|Schotland; WLS Wales|Pays de Galles|Gales; NIR Northern Ireland|Nordirland|Irlande du Nord|Irlanda del Norte|Noord-Ierland",
  DE: "BW Baden-Württemberg|BaWü; BY Bayern|Bavaria|Bavière|Baviera|Beieren; BE Berlin; BB Brandenburg; HB Bremen; HH Hamburg; HE Hessen|Hesse; MV Mecklenburg-Vorpommern; NI Niedersachsen|Lower Saxony; NW Nordrhein-Westfalen|NRW|North Rhine-Westphalia; RP Rheinland-Pfalz|Rhineland-Palatinate; SL Saarland; SN Sachsen|Saxony; ST Sachsen-Anhalt|Saxony-Anhalt; SH Schleswig-Holstein; TH Thüringen|Thuringia",
  AT: "1 Burgenland; 2 Kärnten|Carinthia; 3 Niederösterreich|Lower Austria; 4 Oberösterreich|Upper Austria; 5 ?Salzburg; 6 Steiermark|Styria; 7 Tirol|Tyrol; 8 Vorarlberg; 9 Wien|Vienna|Vienne",
  CH: "BE ?Bern; BS Basel-Stadt; GE ?Genf|?Genève|?Geneva; TI Tessin|Ticino; VD Waadt|Vaud; VS Wallis|Valais; ZH ?Zürich|?Zurich",
  FR: "ARA Auvergne-Rhône-Alpes; BFC Bourgogne-Franche-Comté; BRE Bretagne|Brittany; CVL Centre-Val de Loire; 20R Corse|Corsica|Korsika|Córcega; GES Grand Est; HDF Hauts-de-France; IDF Île-de-France|Ile-de-France; NOR Normandie|Normandy; NAQ Nouvelle-Aquitaine; OCC Occitanie; PDL Pays de la Loire; PAC Provence-Alpes-Côte d'Azur|PACA",
  ES: "AN Andalucía|Andalusia|Andalousie; AR Aragón|Aragon; AS Asturias; CN Canarias|Islas Canarias|Canary Islands|Canaries; CB Cantabria; CL Castilla y León; CM Castilla-La Mancha; CT Cataluña|Catalunya|Catalonia|Catalogne|Katalonien; EX Extremadura; GA Galicia; IB Baleares|Islas Baleares|Balearic Islands|Illes Balears; MD Comunidad de Madrid|?Madrid; MC ?Murcia; NC Navarra; PV País Vasco|Euskadi|Basque Country; RI La Rioja; VC Comunitat Valenciana|Comunidad Valenciana",
  IT: "65 Abruzzo; 77 Basilicata; 78 Calabria; 72 Campania; 45 Emilia-Romagna; 36 Friuli-Venezia Giulia; 62 Lazio; 42 Liguria; 25 Lombardia|Lombardy|Lombardei|Lombardie; 57 Marche; 67 Molise; 21 Piemonte|Piedmont; 75 Puglia|Apulia; 88 Sardegna|Sardinia|Sardinien|Sardaigne; 82 Sicilia|Sicily|Sizilien|Sicile; 52 Toscana|Tuscany|Toskana|Toscane; 32 Trentino-Alto Adige|Südtirol; 55 Umbria; 23 Valle d'Aosta; 34 Veneto",
  NL: "DR Drenthe; FL Flevoland; FR Friesland; GE Gelderland; GR ?Groningen; LI ?Limburg; NB Noord-Brabant|Brabant; NH Noord-Holland|North Holland; OV Overijssel; UT ?Utrecht; ZE Zeeland; ZH Zuid-Holland|South Holland",
  BE: "VLG Flanders|Vlaanderen|Flandre|Flandern|Flandes; WAL Wallonia|Wallonië|Wallonie|Valonia; BRU Brussels region|?Brussels|?Brussel|?Bruxelles",
  PL: "02 dolnośląsk\\p{L}+; 04 kujawsko-pomorsk\\p{L}+; 06 lubelsk\\p{L}+; 08 lubusk\\p{L}+; 10 łódzk\\p{L}+; 12 małopolsk\\p{L}+; 14 mazowieck\\p{L}+|Mazowsz\\p{L}+|Mazovia; 16 opolsk\\p{L}+; 18 podkarpack\\p{L}+; 20 podlask\\p{L}+; 22 pomorsk\\p{L}+; 24 śląsk\\p{L}+|Silesia; 26 świętokrzysk\\p{L}+; 28 warmińsko-mazursk\\p{L}+; 30 wielkopolsk\\p{L}+; 32 zachodniopomorsk\\p{L}+",
  PT: "20 Açores|Azores; 30 Madeira; 11 ?Lisboa|?Lisbon; 13 ?Porto; 08 ?Faro",
  SE: "AB Stockholms län|Stockholm; C Uppsala län; E Östergötland; F Jönköpings län; I Gotland; K Blekinge; M Skåne|Scania; N Halland; O Västra Götaland; S Värmland; W Dalarna; X Gävleborg; Y Västernorrland; Z Jämtland; AC Västerbotten; BD Norrbotten",
  BR: "BA Bahia; CE Ceará; DF Distrito Federal; MG Minas Gerais; PE Pernambuco; PR Paraná; RJ ?Rio de Janeiro; RS Rio Grande do Sul; SC Santa Catarina; SP ?São Paulo|?Sao Paulo",
};

/** Cities that no list of regions holds: where a brief runs in them is asked. */
const citiesByCountry: Readonly<Record<string, string>> = {
  GB: "London|Londres|Leeds|Bristol|Manchester|Birmingham|Liverpool|Glasgow|Edinburgh|Cardiff|Belfast|Sheffield|Newcastle|Nottingham",
  DE: "Munich|München|Frankfurt|Köln|Cologne|Stuttgart|Düsseldorf|Leipzig|Dresden|Nürnberg|Hannover",
  AT: "Salzburg|Graz|Linz|Innsbruck",
  CH: "Zürich|Zurich|Genf|Genève|Geneva|Bern|Basel|Lausanne",
  FR: "Paris|Lyon|Marseille|Toulouse|Nantes|Lille|Bordeaux|Strasbourg|Montpellier|Rennes",
  ES: "Madrid|Barcelona|Valencia|Sevilla|Seville|Bilbao|Málaga|Zaragoza|Murcia",
  IT: "Roma|Rome|Milano|Milan|Torino|Turin|Napoli|Naples|Firenze|Florence|Bologna|Genova",
  NL: "Amsterdam|Rotterdam|Den Haag|The Hague|Eindhoven|Utrecht|Groningen",
  BE: "Antwerpen|Antwerp|Gent|Ghent|Brussel|Brussels|Bruxelles|Liège",
  PL: "Warszaw\\p{L}+|Warsaw|Krak[óo]w\\p{L}*|Gdańsk\\p{L}*|Wrocław\\p{L}*|Poznań|Łódź",
  PT: "Lisboa|Lisbon|Porto|Braga|Coimbra|Faro",
  SE: "Göteborg|Gothenburg|Malmö|Uppsala",
  DK: "København|Copenhagen|Aarhus",
  NO: "Oslo|Bergen|Trondheim",
  FI: "Helsinki|Tampere",
  IE: "Dublin|Galway",
  US: "New York(?: City)?|NYC|Los Angeles|Chicago|Houston|Dallas|Austin|Miami|Boston|Atlanta|Seattle|San Francisco|Denver|Washington(?:,? D\\.?C\\.?)?|Philadelphia|Phoenix",
  CA: "Toronto|Montreal|Montréal|Vancouver|Calgary|Ottawa",
  AU: "Sydney|Melbourne|Brisbane|Perth",
  BR: "São Paulo|Sao Paulo|Rio de Janeiro",
  MX: "Mexico City|Ciudad de México|Guadalajara|Monterrey",
  IN: "Mumbai|Delhi|Bangalore|Bengaluru|Chennai",
};

export interface PlaceName {
  readonly pattern: string;
  readonly country: string;
  /** Absent for a city. */
  readonly code?: string;
  /** A city is called the same. */
  readonly shared: boolean;
}

/** Regions and cities by their names, longer names first. */
export const placeNames: readonly PlaceName[] = [
  ...Object.entries(regionsByCountry).flatMap(([country, list]) =>
    list.split("; ").flatMap((entry) => {
      const [code = "", ...rest] = entry.split(" ");
      return rest
        .join(" ")
        .split("|")
        .map((name) => ({
          pattern: name.replace("?", ""),
          country,
          code: `${country}-${code}`,
          shared: name.startsWith("?"),
        }));
    }),
  ),
  ...Object.entries(citiesByCountry).flatMap(([country, list]) =>
    list.split("|").map((pattern) => ({ pattern, country, shared: false })),
  ),
].sort((a, b) => b.pattern.length - a.pattern.length);
