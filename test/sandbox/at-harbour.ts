import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import type { SandboxOptions, SellerProfile } from "../../src/sandbox/sandbox.ts";
import { connect, start } from "./connect.ts";

type Json = Record<string, unknown>;

/** Harbour with compact tools, and how it is talked to. */
export async function atHarbour(
  lifecycle: NonNullable<SellerProfile["lifecycle"]>,
  options: Partial<SandboxOptions> = {},
) {
  const sandbox = await start({
    protocol: "adcp",
    release: "3.2",
    sellers: sellers.flatMap((one) => (one.slug === "sales" ? [{ ...one, lifecycle }] : [])),
    ...options,
  });
  const { client, raw } = await connect(sandbox, "/sales/mcp");
  const said = async (name: string, given: Json) => {
    const { isError, structuredContent = {} } = await raw(name, given);
    const payload = structuredContent as Json;
    return { isError: isError === true, payload, error: (payload["adcp_error"] ?? {}) as Json };
  };
  return {
    sandbox,
    client,
    said,
    call: async (name: string, given: Json) => {
      const { isError, payload } = await said(name, given);
      if (isError) throw new Error(`${name}: ${JSON.stringify(payload)}`);
      return payload;
    },
    refusal: async (name: string, given: Json) => (await said(name, given)).error,
  };
}
