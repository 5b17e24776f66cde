/** The words of a plan's grid, in which a planner changes it by hand. */
export const gridInEnglish = {
  grid: {
    lead: (withDays: boolean) =>
      `Type other amounts${withDays ? " and days" : ""}, add offers, check what they bring, and make them the plan. No vendor is asked.`,
    table: (currency: string) => `Plan by line and week, ${currency}`,
    now: "Now",
    after: "New",
    difference: "Change",
    weeks:
      "An amount is a line's total. Its weeks follow the plan's own schedule; columns begin on the day they name.",
    sideways: "More weeks follow to the right: move the table sideways.",
    amountOf: (product: string, label: string) => `New amount: ${product}, ${label}`,
    start: (product: string, label: string) => `First day: ${product}, ${label}`,
    end: (product: string, label: string) => `Last day: ${product}, ${label}`,
    add: "Add an offer",
    noOffer: "none",
    fixedPrice: "fixed price",
    auction: "auction",
    addAmount: "Its amount",
    burst: "In which burst",
    allBursts: "all bursts, as the plan splits the budget",
    workbook: {
      field: "Hand in an edited workbook",
      handIn: "Read the workbook",
      lead: "It stands for the whole plan: a line that is not in it gets nothing. What it changes is shown before it is taken.",
      download: "Download the plan's workbook",
      same: "The workbook has the same amounts and days as the plan.",
      unread: "The workbook was not read. What you typed is kept.",
      partly: "Not everything in the workbook can be taken. Mend these rows and hand it in again.",
    },
    wrongDays: {
      unread: "Choose a first and a last day.",
      order: "The last day is before the first.",
      outside: "These days are not within the campaign's flight.",
      whole: "This is sold for the whole flight or not at all, so its days stay as they are.",
      bursts: "This line runs in a burst of the brief. Change the days in the brief.",
    },
    unread: (text: string) => `“${text}” is not an amount. Write one such as 12,500, or 0.`,
    check: "Check",
    makeLead:
      "This buys nothing: the orders go out later, under your policies, and decisions that are pending now are asked again.",
    reason: "Reason, for whoever reads it later",
    make: "Make it the plan",
    notPossible: "This cannot be the plan yet: see what stands beside the lines, or change them.",
    unchecked: "These changes were not checked yet. Review them below, then make them the plan.",
    noReason: "Write a reason: it stands with the plan.",
    stale:
      "The plan has changed since you opened it, so nothing was done. What you typed is kept below; check it again.",
    moved: "What has changed in the plan since you opened it",
    change: (product: string, before: string, now: string) => `${product}: ${before}, now ${now}`,
    none: "no line",
    fixed:
      "This plan can no longer be changed as a whole: something of it is bought or being bought, or the campaign has ended.",
    versions: {
      title: "Versions of this plan",
      number: "Version",
      why: "What is otherwise, and why",
      first: "the first plan",
      approved: (by: string) => `approved by ${by}`,
      rejected: (by: string, reason: string) => `rejected by ${by}: ${reason}`,
    },
    rejected: (by: string, day: string) => `Rejected by ${by} on ${day}`,
    wayOn: "Change the plan, then send it for approval again.",
    toGrid: "Change lines",
    toWhatIf: "Plan under other limits",
    notSent:
      "This plan has not been sent yet. Nothing is ordered without the approvals that your policies ask for.",
    send: "Send it now",
    sending: "Sending the plan",
    sent: "The plan is on its way: what needs an approval is in the inbox.",
    toLive: "Change running buys at their lines",
  },
};

export type GridWords = typeof gridInEnglish;
