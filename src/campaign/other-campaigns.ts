import type { Ledger } from "../ledger/ledger.ts";
import { openJournal } from "./journal.ts";
import { type OtherCampaigns, turnMarks } from "./preflight/others.ts";
import { campaignsIn } from "./stop/desk.ts";

/** The campaigns of a ledger as they stand now. */
export function otherCampaigns(ledger: Ledger): OtherCampaigns {
  return {
    states: () => campaignsIn(ledger).map((id) => openJournal(ledger, id).state()),
    turns: (brand) => {
      const prefix = turnMarks(brand);
      // Turns are taken one after the other and never given back.
      return ledger.marks().filter((mark) => mark.startsWith(prefix)).length;
    },
  };
}
