import type { DocumentWords } from "./documents-in-english.ts";

/** Dieselben Worte auf Deutsch. */
export const documentsInGerman: DocumentWords = {
  documents: {
    lead: "Dateien zum Weitergeben, nach dem Stand von jetzt.",
    pdf: "Bericht für den Kunden (PDF)",
    xlsx: "Alle Zahlen (Excel)",
    order: (seller) => `Auftrag an ${seller} (PDF)`,
    notReady: "noch nicht unterschriftsreif",
    specs: "Vorgaben für Werbemittel (PDF)",
    statement: (month) => `Abrechnung für ${month} (Excel)`,
    noPlan: "Aufträge gibt es mit einem Plan.",
    details: "Angaben auf Aufträgen",
    lacking: (count) =>
      count === 0
        ? "Alles, was ein Auftrag vor der Unterschrift braucht, ist da. Was Sie ändern, steht von jetzt an auf jedem Auftrag."
        : `Vor der Unterschrift ${count === 1 ? "fehlt eine Angabe" : `fehlen ${count} Angaben`}. Jede wird einmal gefragt und gilt auch für spätere Kampagnen.`,
    needed: "nötig",
    fixed: "nach den Einstellungen",
    whose: {
      agency: () => "Ihre Agentur",
      client: (name) => `Kunde: ${name}`,
      vendor: (name) => `Anbieter: ${name}`,
    },
    terms: "Bedingungen",
    save: "Speichern",
    saved: "Gespeichert. Die Aufträge haben es schon.",
    notSaved: "Noch ist nichts gespeichert: siehe neben den Feldern.",
    wrong: {
      mail: "Das ist keine E-Mail-Adresse. Schreiben Sie etwa jo@agentur.de.",
      days: "Das ist keine Zahl von Tagen zwischen 0 und 365. Schreiben Sie etwa 30.",
      other: "Das ist zu lang: Auf einen Auftrag passen höchstens 200 Zeichen.",
    },
    field: {
      name: "Firma",
      address: "Anschrift",
      vat_id: "USt-IdNr.",
      contact: "Wer unterschreibt",
      mail: "E-Mail",
      phone: "Telefon",
      invoices_to: "Rechnungen an",
      purchase_order: "Bestellnummer",
      terms: "Geschäftsbedingungen, mit Fassung",
      payment_days: "Zahlung, Tage nach der Rechnung",
      cancellation: "Storno",
      late_creatives: "Späte Werbemittel",
      counted_by: "Wessen Zählung bezahlt wird",
      discrepancy: "Erlaubter Unterschied der Zählungen",
      tax: "Steuern",
    },
    hint: {
      name: "wie im Handelsregister",
      invoices_to: "etwa rechnungen@agentur.de",
      terms: "etwa AGB des ZAW, Fassung 2024",
      payment_days: "etwa 30",
      cancellation: "etwa 14 Tage vor dem ersten Tag, kostenfrei",
      late_creatives: "etwa verkürzt den Flight, der Preis bleibt",
      counted_by: "etwa Adserver des Anbieters",
      discrepancy: "etwa 10 %",
      tax: "etwa zuzüglich USt.",
    },
  },
};
