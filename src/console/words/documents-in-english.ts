/** The words of the page of documents, and of what is filled in for insertion orders. */
export const documentsInEnglish = {
  documents: {
    lead: "Files to pass on, as of now.",
    pdf: "Report for the client (PDF)",
    xlsx: "All figures (Excel)",
    order: (seller: string) => `Insertion order: ${seller} (PDF)`,
    notReady: "not ready to sign yet",
    specs: "Creative specifications (PDF)",
    statement: (month: string) => `Statement for ${month} (Excel)`,
    noPlan: "Insertion orders are available once there is a plan.",
    details: "Details on insertion orders",
    lacking: (count: number) =>
      count === 0
        ? "Everything that an order needs before it is signed is here. What you change is on every order from now on."
        : `${count === 1 ? "One detail is" : `${count} details are`} missing before these orders can be signed. Each is asked once, and used in later campaigns too.`,
    needed: "needed",
    fixed: "as the desk's settings have it",
    whose: {
      agency: () => "Your agency",
      client: (name: string) => `Client: ${name}`,
      vendor: (name: string) => `Vendor: ${name}`,
    },
    terms: "Terms",
    save: "Save",
    saved: "Saved. The insertion orders have it.",
    notSaved: "Nothing was saved yet: see what stands beside the fields.",
    wrong: {
      mail: "This is not an e-mail address. Write one such as jo@agency.com.",
      days: "This is not a number of days from 0 to 365. Write one such as 30.",
      other: "This is too long: at most 200 characters fit on an order.",
    },
    field: {
      name: "Legal name",
      address: "Address",
      vat_id: "VAT number",
      contact: "Contact who signs",
      mail: "E-mail",
      phone: "Telephone",
      invoices_to: "Invoices go to",
      purchase_order: "Purchase order number",
      terms: "Standard terms, with their version",
      payment_days: "Payment, days after the invoice",
      cancellation: "Cancellation",
      late_creatives: "Late creatives",
      counted_by: "Whose count is paid",
      discrepancy: "Difference in counts allowed",
      tax: "Taxes",
    },
    hint: {
      name: "as in the company register",
      invoices_to: "such as billing@agency.com",
      terms: "such as 4A's/IAB terms 3.0",
      payment_days: "such as 30",
      cancellation: "such as 14 days before the first day, without cost",
      late_creatives: "such as the flight shortens, the price stays",
      counted_by: "such as the vendor's ad server",
      discrepancy: "such as 10 %",
      tax: "such as plus VAT",
    },
  },
};

export type DocumentWords = typeof documentsInEnglish;
