import { briefInGerman } from "./brief-in-german.ts";
import { decisionsInGerman } from "./decisions-in-german.ts";
import { documentsInGerman } from "./documents-in-german.ts";
import type { Words } from "./english.ts";
import { gridInGerman } from "./grid-in-german.ts";
import { liveInGerman } from "./live-in-german.ts";
import { channelInGerman, figureInGerman, kpiInGerman, statusesInGerman } from "./names-in-german.ts";

function day(iso: string): string {
  return iso.slice(0, 10).split("-").reverse().join(".");
}

/** The console's words in the German of media planning. */
export const german: Words = {
  language: "de",
  name: "Deutsch",
  figure: figureInGerman,
  day,
  week: (iso) => day(iso).slice(0, 6),
  instant: (iso) => `${day(iso)}, ${iso.slice(11, 16)} UTC`,
  channel: channelInGerman,
  kpi: kpiInGerman,
  status: (status) => statusesInGerman[status],
  tables: {
    filter: "Zeilen filtern",
    all: "Alle {count} zeigen",
    first: "Nur die ersten {first} zeigen",
    shown: "{shown} von {count} gezeigt",
    rising: ", nach {column} aufsteigend",
    falling: ", nach {column} absteigend",
  },
  skip: "Zum Inhalt springen",
  nav: {
    label: "Seiten",
    today: "Heute",
    campaigns: "Kampagnen",
    inbox: "Freigaben",
    brief: "Neues Briefing",
    sellers: "Anbieter",
    audit: "Prüfung",
    stop: "Stopp",
  },
  terms: {
    campaign: "Kampagne",
    vendor: "Anbieter",
    line: "Position",
    lines: "Positionen",
    total: "Alle Positionen",
    channels: "Kanäle",
    amount: "Betrag",
    impressions: "Kontakte",
    cpm: "TKP",
    bought: "Gebucht",
    spent: "Ausgegeben",
    status: "Status",
    step: "Schritt",
    decision: "Entscheidung",
    until: "Zu entscheiden bis",
    why: "Warum",
    reason: "Grund",
    before: "Vorher",
    after: "Nachher",
    at: "Wann",
    by: "Von",
  },
  sandbox: (day) => `Sandbox: Heute ist der ${day}`,
  logOut: "Abmelden",
  loggedInAs: (person) => `Angemeldet als ${person}`,
  footer: "Jede Entscheidung hier wird im Ledger festgehalten.",
  login: {
    title: "Anmelden",
    lead: "flightdesk serve gibt einen Link aus, der einmal und 10 Minuten lang gilt. Öffnen Sie ihn, oder fügen Sie ihn hier ein.",
    field: "Link, oder was darin hinter dem # steht",
    button: "Anmelden",
    newLink: "Neuen Link ausgeben",
    printed: "Ein neuer Link wurde dort ausgegeben, wo flightdesk serve läuft.",
    tooSoon:
      "In der letzten Minute wurde schon ein Link ausgegeben. Nehmen Sie diesen, oder warten Sie eine Minute.",
    unknown:
      "Dieser Link wurde schon benutzt, ist abgelaufen oder ungültig. Lassen Sie einen neuen ausgeben.",
    tooMany: "Zu viele Versuche. Warten Sie eine Minute.",
    company: "Mit dem Firmenkonto anmelden",
    byLink: "Mit einem Link",
    byPasskey: "Mit einem Passkey anmelden",
    passkeyRefused:
      "Niemand wurde eingelassen: In approvers.yaml steht unter diesem Namen kein solcher Passkey. Wer die Datei pflegt, fügt die Zeilen ein, die „Passkey anlegen“ zeigt.",
    companyRefused:
      "Die Anmeldung Ihrer Firma hat Sie nicht eingelassen. Versuchen Sie es noch einmal; bleibt es dabei, steht der Grund im Log von flightdesk serve.",
    noRole: (person) =>
      `Ihre Firma kennt Sie als ${person}, aber Sie haben hier noch keine Rolle. Wer flightdesk bei Ihnen betreibt, kann Ihnen eine geben; melden Sie sich danach neu an.`,
    goOn: "Sie sind angemeldet. Die Konsole öffnet sich.",
  },
  refused: {
    title: "Nicht ausgeführt",
    host: "Unter diesem Namen ist die Konsole nicht erreichbar. Auf ihrem eigenen Rechner heißt sie localhost.",
    origin:
      "Dieses Formular kam nicht aus der Konsole. Öffnen Sie die Seite neu, und senden Sie es von dort.",
    form: "Dieses Formular wurde schon gesendet oder gehört zu einer anderen Sitzung. Öffnen Sie die Seite neu.",
    session: "Sie sind nicht angemeldet, oder Ihre Sitzung ist beendet.",
    viewer: "Sie dürfen hier lesen, aber nichts ändern.",
    role: "Ihre Rolle hier umfasst das nicht.",
    busy: "Vier Vorgänge laufen schon. Warten Sie, bis einer fertig ist.",
    unknown: "Diese Seite gibt es nicht.",
    large: (megabytes) => `Das ist größer als ${megabytes} MB. Geben Sie nur das Briefing ab, oder als Text.`,
    fault: "Das ging nicht. Der Grund steht im Log von flightdesk serve.",
    back: "Zurück zu Heute",
  },
  campaigns: {
    lead: (count, waiting) =>
      count === 0
        ? "Hier lief noch keine Kampagne."
        : `${count === 1 ? "Eine Kampagne" : `${count} Kampagnen`}. ${
            waiting === 0
              ? "Keine Entscheidung steht aus."
              : waiting === 1
                ? "Eine Entscheidung steht aus."
                : `${waiting} Entscheidungen stehen aus.`
          }`,
    table: "Alle Kampagnen",
    named: "Name enthält",
    anyState: "alle",
    filter: "Filtern",
    begun: "Begonnen",
    spend: "Ausgaben bis heute",
    waits: "Ausstehend",
    of: (part, whole) => `${part} von ${whole}`,
    byCurve: (spent, planned, share) => `${spent}, ${share} von ${planned} bis heute`,
    notYet: "noch nichts gemeldet",
    compared: (count) => `Nur geplant oder verglichen, nicht gebucht: ${count}`,
    more: (count) => `${count} weitere`,
    states: {
      ended: "beendet",
      person: "wartet auf Sie",
      held: "angehalten",
      stopped: "gestoppt",
      seller: "bei den Anbietern",
      running: "läuft",
    },
    stopped: (what, reason) => `${what} ${reason}`,
  },
  campaign: {
    tabs: {
      label: "Zu dieser Kampagne",
      overview: "Überblick",
      plan: "Plan",
      live: "Live",
      offers: "Angebote",
      whatif: "Was wäre, wenn",
      documents: "Dokumente",
      report: "Ganzer Bericht",
    },
    withheld: "Nichts wird gesendet",
    waits: "Wartet auf",
    compared: "Gebucht ist nichts",
    comparedLead:
      "Das ist unverbindlich, und kein Anbieter reserviert etwas für Sie. Starten Sie unten, oder ändern Sie zuerst das Briefing:",
    comparedEmpty: "Dieser Plan bucht nichts. Ändern Sie das Briefing, und planen Sie noch einmal:",
    comparedBlocked:
      "Nach diesem Plan lässt sich nichts bestellen. Ändern Sie das Briefing, und planen Sie noch einmal:",
    findings: {
      block: "So darf der Plan nicht gebucht werden",
      ask: "Bevor etwas gebucht wird, entscheidet ein Mensch",
    },
    decide: "Zu den Freigaben",
    money: "Geld",
    budget: "Budget",
    inDoubt: "Nicht bestätigt",
    open: "Nicht gesendet",
    unallocated: "Nicht verplant",
    changedFrom: (before) => `geändert von ${before}`,
    pacing: "Kontakte, Ist und Soll",
    notReported: (days) =>
      days === 0 ? "nicht gemeldet" : `nicht gemeldet: ${days === 1 ? "1 Tag" : `${days} Tage`}`,
    pacingText: (delivered, planned, last) => `${delivered} bis ${last} ausgeliefert, ${planned} geplant.`,
    deliveredLine: "ausgeliefert",
    plannedLine: "geplant",
    noPlan: "Es gibt keine Positionen: Geplant ist nichts.",
    spend: { all: "Das ganze Budget ausgeben", to_target: "Den Rest behalten" },
    withFloor: "Den Plan damit ansehen",
  },
  ...decisionsInGerman,
  ...documentsInGerman,
  ...gridInGerman,
  ...liveInGerman,
  compare: { none: "Noch keine Angebote." },
  whatif: {
    lead: "Andere Pläne aus den Angeboten, die vorliegen. Kein Anbieter wird gefragt, nichts wird festgehalten.",
    budget: "Budget",
    budgetHint: "etwa 300.000 EUR oder +20 %",
    "max-share": "Größter Anteil eines Anbieters",
    shareHint: "etwa 40 %",
    "max-cpm": "Höchster TKP",
    maxCpmHint: "etwa 25 EUR",
    channel: "Anteil eines Kanals",
    least: "Mindestens",
    most: "Höchstens",
    "without-seller": "Ohne diese Anbieter",
    "without-channel": "Ohne diese Kanäle",
    spend: "Geld, mit dem der KPI verfehlt würde",
    wrong: {
      amount: (field, value) => `${field}: „${value}“ ist kein Betrag. Schreiben Sie etwa 300.000 EUR.`,
      currency: (field, value) => `${field}: „${value}“ ist nicht in der Währung des Briefings.`,
      share: (field, value) =>
        `${field}: „${value}“ ist kein Anteil. Schreiben Sie Prozente wie 40 %, den kleineren vor dem größeren.`,
      spend: (field, value) => `${field}: „${value}“ steht nicht zur Wahl.`,
      unknown: (field, value) => `${field}: Es gibt keine Angebote von ${value}.`,
    },
    button: "Neu planen",
    table: "Plan neben Plan",
    named: { plan: "der Plan", edited: "wie bearbeitet" },
    changed: {
      budgetBy: (share, isLess) => `${share} ${isLess ? "weniger" : "mehr"} Budget`,
      anyShare: "ohne Grenze je Anbieter",
      maxShare: (share) => `höchstens ${share} je Anbieter`,
      maxCpm: (price) => `TKP höchstens ${price}`,
      share: (channel, least, most) => `${channel} ${least} bis ${most}`,
      without: (what) => `ohne ${what}`,
      spend: { all: "das ganze Budget ausgegeben", to_target: "der Rest behalten" },
    },
    moved: (product, before, after) =>
      before === undefined
        ? `neu: ${product} für ${after}`
        : after === undefined
          ? `entfällt: ${product}, bisher ${before}`
          : `${product}: ${after} statt ${before}`,
    scenario: "Plan",
    total: "Geplant",
    packages: "Positionen",
    difference: "Gegenüber dem Plan",
    goal: "Vom Ziel",
    people: "Personen",
    from: (count) => `ab ${count}`,
    unknown: "nicht bekannt",
    differences: "Was sich ändert",
    none: "Dieselben Platzierungen.",
    conflict: "Kein Plan ist möglich",
    requirements: "Diese Vorgaben lassen sich nicht alle erfüllen",
    dropping: "Ohne diese Vorgabe",
    make: "Diesen Plan nehmen",
    makeLead:
      "Die Kampagne geht mit diesem Plan weiter. Damit wird nichts gebucht: Die Aufträge gehen mit dem nächsten Durchgang hinaus, nach Ihren Regeln, und was jetzt auf eine Freigabe wartet, wird neu gefragt.",
    fixed: "Dieser Plan kann nicht mehr gewählt werden.",
    compared: "Bisher wurden nur Angebote verglichen. Das Briefing öffnet sich mit diesen Änderungen:",
    making: "Neue Planung",
    made: "Die Kampagne hat einen neuen Plan; gebucht ist davon noch nichts.",
  },
  brief: briefInGerman,
  sellers: {
    lead: "Wie Anbieter in Ihren Kampagnen abgeschnitten haben.",
    none: "Noch kein Anbieter wurde gefragt.",
    table: "Bisherige Leistung",
    answers: "Antworten",
    price: "Preis gegen Auftrag",
    delivery: "Auslieferung",
    deliveryRange: (mean, low, high) => `${mean} (${low} bis ${high})`,
    reports: "Fehlerhafte Berichte",
    agreed: "Geprüfte Aufträge angenommen",
    unreviewed: "keiner geprüft",
    stops: "Stopps befolgt",
    score: "Wertung (-1 bis 1)",
    unseen: "keine Daten",
    ofCount: (part, whole) => `${part} von ${whole}`,
  },
  audit: {
    sound: (campaigns) =>
      `Das Ledger ist unverändert: ${campaigns === 1 ? "eine Kampagne" : `${campaigns} Kampagnen`}, jedes Siegel geprüft.`,
    broken: "Das Ledger wurde verändert.",
    entry: "Eintrag",
    chooseLead:
      "Wählen Sie eine Kampagne: Ihre Entscheidungen werden aus den Einträgen noch einmal getroffen.",
    replayed: (same, all) =>
      same === all
        ? `${all} Entscheidungen wurden noch einmal getroffen, alle mit demselben Ergebnis.`
        : `${all - same} von ${all} Entscheidungen fielen anders aus.`,
    decisions: "Entscheidungen, die anders ausfielen",
    people: "Wer entschieden hat",
    agreed: "freigegeben",
    rejected: "abgelehnt",
    nobody: "Niemand hat darin etwas entschieden.",
    download: "Versiegelte Einträge herunterladen",
  },
  work: {
    working: "Es läuft. Diese Seite lädt von selbst neu.",
    failed: "Es wurde nicht ausgeführt",
    done: "Fertig",
    next: "Weiter",
    log: "Was getan wurde",
    ended:
      "flightdesk serve wurde neu gestartet und kennt diesen Vorgang nicht mehr. Was festgehalten ist, steht in der Kampagne.",
  },
  shown: {
    title: "Eine Freigabe",
    sentTo: (to) => `Das ging an ${to}. Es zeigt einen Schritt; entscheiden können Sie hier nicht.`,
    lead: "Zum Entscheiden anmelden:",
    decide: "in der Konsole öffnen",
    over: "Dieser Link ist abgelaufen oder kam nicht von hier.",
    decided: "Dieser Schritt wartet auf niemanden mehr.",
    changed:
      "Worum es geht, hat sich geändert, seit der Link geschickt wurde. Sehen Sie unter Freigaben nach.",
  },
};
