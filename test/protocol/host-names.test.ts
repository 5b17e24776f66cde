import { describe, expect, it, vi } from "vitest";
import { AddressRefused, allowedAddresses } from "../../src/protocol/addresses/address-rule.ts";
import { guardedFetch } from "../../src/protocol/addresses/guarded-fetch.ts";
import { type Resolve, resolvedOnceAMinute } from "../../src/protocol/addresses/resolve.ts";
import { safeFetch } from "../../src/protocol/addresses/safe-fetch.ts";
import { guardedOauthFetch } from "../../src/protocol/oauth/guarded-oauth-fetch.ts";
import { mcpTransport } from "../../src/protocol/transports/mcp.ts";

const url = "https://agent.example/mcp";
const to =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses);
const notFound: Resolve = (hostname) => Promise.reject(new Error(`getaddrinfo ENOTFOUND ${hostname}`));

describe("a host name", () => {
  it.each<[string, readonly string[], boolean, string | undefined]>([
    ["public addresses", ["93.184.216.34", "2606:4700::1111"], false, undefined],
    ["one private address among public ones", ["93.184.216.34", "10.0.0.7"], false, "private network"],
    ["the cloud's metadata", ["169.254.169.254"], true, "private network"],
    ["this machine", ["127.0.0.1"], false, "this machine"],
    ["this machine, where that is allowed", ["127.0.0.1", "::1"], true, undefined],
    ["nowhere", [], false, "agent.example has no address"],
  ])("that leads to %s is judged by all of them", async (_, addresses, allowLoopback, words) => {
    const judged = allowedAddresses("agent.example", { allowLoopback, resolve: to(...addresses) });
    if (words === undefined) await expect(judged).resolves.toEqual(addresses);
    else await expect(judged).rejects.toThrow(words);
  });

  it("is not looked up where the address is refused already", async () => {
    const resolve = vi.fn(to("93.184.216.34"));
    const send = guardedFetch({ allowLoopback: false, resolve });
    for (const refused of ["http://agent.example/", "http://localhost/", "https://10.0.0.7/"])
      await expect(send(refused)).rejects.toBeInstanceOf(AddressRefused);
    expect(resolve).not.toHaveBeenCalled();
  });

  it.each([
    ["a document", safeFetch, "is not fetched"],
    ["a token", guardedOauthFetch, "is not called"],
  ])("of %s is refused in words, and one that is not found did not answer", async (_, guarded, words) => {
    const leading = guarded({ allowLoopback: false, resolve: to("192.168.0.9") });
    await expect(leading(url)).rejects.toThrow(
      `${url} ${words}: its name leads into a private network (192.168.0.9)`,
    );
    await expect(guarded({ allowLoopback: false, resolve: notFound })(url)).rejects.toThrow(
      `${url} did not answer: getaddrinfo ENOTFOUND agent.example`,
    );
  });
});

describe("an agent behind a host name", () => {
  const at = (resolve: Resolve) =>
    mcpTransport(url, () => undefined, { addresses: { allowLoopback: false, resolve } });
  const options = { timeoutMs: 1_000 };

  it("is not called where its name leads into a private network", async () => {
    await expect(at(to("10.0.0.7")).call("create_media_buy", {}, options)).rejects.toMatchObject({
      code: "ADDRESS_REFUSED",
      effect: "none",
      message: `${url} is not called: its name leads into a private network (10.0.0.7)`,
    });
  });

  it("is as unreachable as a host that is down where its name is not found", async () => {
    await expect(at(notFound).call("get_products", {}, options)).rejects.toMatchObject({
      code: "UNREACHABLE",
      effect: "none",
      message: `no connection to ${url}: getaddrinfo ENOTFOUND agent.example`,
    });
  });

  it("is not waited for by who gives up", async () => {
    const controller = new AbortController();
    const silent = at(() => new Promise(() => {}));
    const call = silent.call("get_products", {}, { ...options, signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "CANCELED", effect: "none" });
  });
});

describe("looking up once a minute", () => {
  it("asks once for many calls together, and anew after a minute or a failure", async () => {
    let now = 0;
    let asked = 0;
    let found = true;
    const resolve = resolvedOnceAMinute(
      (hostname) => {
        asked += 1;
        return found ? Promise.resolve([`203.0.113.${asked}`]) : notFound(hostname);
      },
      () => now,
    );
    await Promise.all([resolve("a.example"), resolve("a.example")]);
    now = 59_999;
    expect(await resolve("a.example")).toEqual(["203.0.113.1"]);
    now = 60_000;
    expect(await resolve("a.example")).toEqual(["203.0.113.2"]);
    now = 120_000;
    found = false;
    await expect(resolve("a.example")).rejects.toThrow("ENOTFOUND");
    found = true;
    expect(await resolve("a.example")).toEqual(["203.0.113.4"]);
  });
});
