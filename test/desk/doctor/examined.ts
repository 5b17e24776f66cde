import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DoctorOutput } from "../../../src/desk/doctor/output.ts";
import { flightdesk, temporaryFolder } from "../../cli/flightdesk.ts";
import type { ScriptedSeller } from "./scripted-seller.ts";

/** What `doctor` says of a seller, and how it ends. */
export async function examined(
  { url, wellKnownUrl }: Pick<ScriptedSeller, "url" | "wellKnownUrl">,
  ...words: readonly string[]
): Promise<{ code: number | null; found: DoctorOutput; stderr: string }> {
  using home = temporaryFolder();
  writeFileSync(join(home.path, "credentials.yaml"), "sellers: {}\n", { mode: 0o600 });
  const { code, stdout, stderr } = await flightdesk(["doctor", url, "--json", ...words], {
    FLIGHTDESK_HOME: home.path,
    FLIGHTDESK_WELL_KNOWN_URL: wellKnownUrl,
  });
  if (stdout === "") throw new Error(stderr);
  return { code, found: JSON.parse(stdout), stderr };
}
