import type { GridWords } from "./grid-in-english.ts";

/** Dieselben Worte auf Deutsch. */
export const gridInGerman: GridWords = {
  grid: {
    lead: (withDays: boolean) =>
      `Tragen Sie andere Beträge${withDays ? " und Tage" : ""} ein, nehmen Sie Angebote auf, prüfen Sie, was das bringt, und machen Sie es zum Plan. Kein Anbieter wird gefragt.`,
    table: (currency) => `Plan nach Positionen und Wochen, ${currency}`,
    now: "Jetzt",
    after: "Neu",
    difference: "Änderung",
    weeks:
      "Ein Betrag gilt für die ganze Position. Ihre Wochen folgen der Verteilung des Plans; Spalten beginnen an dem Tag, den sie nennen.",
    sideways: "Rechts folgen weitere Wochen: Schieben Sie die Tabelle zur Seite.",
    amountOf: (product, label) => `Neuer Betrag: ${product}, ${label}`,
    start: (product, label) => `Erster Tag: ${product}, ${label}`,
    end: (product, label) => `Letzter Tag: ${product}, ${label}`,
    add: "Ein Angebot aufnehmen",
    noOffer: "keines",
    fixedPrice: "Festpreis",
    auction: "Auktion",
    addAmount: "Sein Betrag",
    burst: "In welchem Flight",
    allBursts: "alle Flights, aufgeteilt wie im Plan",
    workbook: {
      field: "Bearbeitete Arbeitsmappe einreichen",
      handIn: "Arbeitsmappe lesen",
      lead: "Sie gilt für den ganzen Plan: Eine Position, die darin fehlt, bekommt nichts. Was sich ändert, sehen Sie, bevor es übernommen wird.",
      download: "Arbeitsmappe des Plans herunterladen",
      same: "Die Arbeitsmappe hat dieselben Beträge und Tage wie der Plan.",
      unread: "Die Arbeitsmappe wurde nicht gelesen. Ihre Eingaben sind noch da.",
      partly:
        "Nicht alles aus der Arbeitsmappe kann übernommen werden. Berichtigen Sie diese Zeilen und reichen Sie sie noch einmal ein.",
    },
    wrongDays: {
      unread: "Wählen Sie einen ersten und einen letzten Tag.",
      order: "Der letzte Tag liegt vor dem ersten.",
      outside: "Diese Tage liegen nicht in der Laufzeit der Kampagne.",
      whole: "Das gibt es nur für die ganze Laufzeit oder gar nicht: Die Tage bleiben.",
      bursts: "Diese Position läuft in einem Flight des Briefings. Ändern Sie die Tage dort.",
    },
    unread: (text) => `„${text}“ ist kein Betrag. Schreiben Sie etwa 12.500 oder 0.`,
    check: "Prüfen",
    makeLead:
      "Damit wird nichts gebucht: Die Aufträge gehen später hinaus, nach Ihren Regeln, und was jetzt auf eine Freigabe wartet, wird neu gefragt.",
    reason: "Grund, für spätere Leser",
    make: "Zum Plan machen",
    notPossible:
      "So kann es noch nicht der Plan werden: Sehen Sie, was bei den Positionen steht, oder ändern Sie etwas.",
    unchecked: "Das ist noch nicht geprüft. Sehen Sie es unten durch, und machen Sie es dann zum Plan.",
    noReason: "Geben Sie einen Grund an: Er steht beim Plan.",
    stale:
      "Der Plan hat sich geändert, seit Sie ihn geöffnet haben; es wurde nichts getan. Was Sie eingetragen haben, steht unten; prüfen Sie es noch einmal.",
    moved: "Was sich am Plan geändert hat, seit Sie ihn geöffnet haben",
    change: (product, before, now) => `${product}: ${before}, jetzt ${now}`,
    none: "keine Position",
    fixed:
      "Dieser Plan lässt sich nicht mehr als Ganzes ändern: Etwas davon ist gebucht oder wird gerade gebucht, oder die Kampagne ist beendet.",
    versions: {
      title: "Fassungen dieses Plans",
      number: "Fassung",
      why: "Was anders ist, und warum",
      first: "der erste Plan",
      approved: (by) => `freigegeben von ${by}`,
      rejected: (by, reason) => `abgelehnt von ${by}: ${reason}`,
    },
    rejected: (by, on) => `Am ${on} von ${by} abgelehnt`,
    wayOn: "Ändern Sie den Plan, und schicken Sie ihn noch einmal zur Freigabe.",
    toGrid: "Positionen ändern",
    toWhatIf: "Mit anderen Grenzen planen",
    notSent:
      "Dieser Plan ist noch nicht abgeschickt. Bestellt wird nichts ohne die Freigaben, die Ihre Regeln verlangen.",
    send: "Jetzt abschicken",
    sending: "Der Plan wird abgeschickt",
    sent: "Der Plan ist unterwegs: Was eine Freigabe braucht, steht im Eingang.",
    toLive: "Laufende Buchungen an ihren Positionen ändern",
  },
};
