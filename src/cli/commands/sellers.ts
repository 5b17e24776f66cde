import { Command } from "commander";
import { withSettings } from "../options.ts";

export function sellersCommand(): Command {
  return new Command("sellers")
    .summary("how sellers did: answers, delivery, price, reports, approvals, stops")
    .addHelpText("after", "\nExample:\n  $ flightdesk sellers show harbour.example\n")
    .addCommand(
      withSettings(new Command("show"))
        .summary("the record of one seller, or of all")
        .description(
          "From the ledger alone. The record moves the ranking's certainty in the next campaign, and what of it counted there\n" +
            "stands with each offer's points.",
        )
        .argument("[seller]", "id of the seller; all where absent")
        .option("--json", "one JSON document on standard output")
        .addHelpText("after", "\nExample:\n  $ flightdesk sellers show harbour.example\n")
        .action(async (seller: string | undefined, flags: Record<string, unknown>) =>
          (await import("../sellers.ts")).showSellers(seller, flags),
        ),
    );
}
