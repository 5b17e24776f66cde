import { Command } from "commander";
import { withSettings } from "../options.ts";

export function loginCommand(): Command {
  return withSettings(new Command("login"))
    .summary("log in at a seller that wants OAuth")
    .description(
      "Opens the seller's login page in a browser and keeps what comes back in a file that you alone can read. The\n" +
        "authorization server must be one that the seller's publishers name, or one that you confirm; later it must be the same.",
    )
    .argument("<seller>", "its id or domain in the registry, or its address")
    .option("--no-browser", "only print the address of the page")
    .option("--issuer <url>", "the authorization server that the seller told you of")
    .option("--client-id <id>", "what the seller calls us, where its server lets nobody register")
    .option("--timeout <time>", "how long to wait for you", "5 min")
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", "\nExample:\n  $ flightdesk login harbour.example\n")
    .action(async (seller: string, flags: Record<string, unknown>) => {
      const { login } = await import("../login.ts");
      await login(seller, flags);
    });
}

export function logoutCommand(): Command {
  return withSettings(new Command("logout"))
    .summary("end the login at a seller: take its tokens back and remove them")
    .argument("<seller>", "as it was named at the login, or its address")
    .option("--forget-issuer", "the next login may be at another authorization server, once you confirm it")
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", "\nExample:\n  $ flightdesk logout harbour.example\n")
    .action(async (seller: string, flags: Record<string, unknown>) => {
      const { logout } = await import("../logout.ts");
      await logout(seller, flags);
    });
}
