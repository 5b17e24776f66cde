import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reachOf } from "../../src/protocol/address-ranges.ts";
import { guardedOauthFetch } from "../../src/protocol/oauth/guarded-oauth-fetch.ts";
import { type Resolve, resolvedOnceAMinute } from "../../src/protocol/resolve.ts";
import { reasonToRefuseResolved, safeFetch } from "../../src/protocol/safe-fetch.ts";
import type { Transport } from "../../src/protocol/transport.ts";
import { refusingAddresses } from "../../src/protocol/transports/refuse-address.ts";

const url = "https://agent.example/mcp";
const to =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses);
const notFound: Resolve = (hostname) => Promise.reject(new Error(`getaddrinfo ENOTFOUND ${hostname}`));

describe("how far an address reaches", () => {
  it.each([
    ["8.8.8.8", "public"],
    ["172.32.0.1", "public"],
    ["100.128.0.1", "public"],
    ["2606:4700::1111", "public"],
    ["64:ff9b::8.8.8.8", "public"],
    ["127.8.9.1", "this-machine"],
    ["::1", "this-machine"],
    ["::ffff:127.0.0.1", "this-machine"],
    ["0.0.0.0", "private"],
    ["10.255.0.1", "private"],
    ["172.31.255.255", "private"],
    ["192.168.1.1", "private"],
    ["169.254.169.254", "private"],
    ["100.64.0.1", "private"],
    ["224.0.0.1", "private"],
    ["255.255.255.255", "private"],
    ["::", "private"],
    ["::ffff:10.0.0.1", "private"],
    ["::ffff:a9fe:a9fe", "private"],
    ["64:ff9b::10.0.0.1", "private"],
    ["64:ff9b::127.0.0.1", "private"],
    ["2002:a00:1::1", "private"],
    ["2001:0:1::1", "private"],
    ["fd12:3456::1", "private"],
    ["fe80::1", "private"],
    ["fe80::1%eth0", "private"],
    ["ff02::1", "private"],
    ["no address", "private"],
  ])("%s: %s", (address, reach) => {
    expect(reachOf(address)).toBe(reach);
  });

  it("is never public for IPv4 that IPv6 carries and that is not public itself", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        if (reachOf(address) === "public") return;
        for (const form of [`::ffff:${address}`, `::${address}`, `64:ff9b::${address}`])
          expect(reachOf(form)).not.toBe("public");
      }),
    );
  });
});

describe("a host name", () => {
  it.each<[string, readonly string[], boolean, string | undefined]>([
    ["public addresses", ["93.184.216.34", "2606:4700::1111"], false, undefined],
    ["one private address among public ones", ["93.184.216.34", "10.0.0.7"], false, "private network"],
    ["the cloud's metadata", ["169.254.169.254"], true, "private network"],
    ["this machine", ["127.0.0.1"], false, "this machine"],
    ["this machine, where that is allowed", ["127.0.0.1", "::1"], true, undefined],
  ])("that leads to %s is judged by all of them", async (_, addresses, allowLoopback, words) => {
    const refusal = await reasonToRefuseResolved(url, { allowLoopback, resolve: to(...addresses) });
    if (words === undefined) expect(refusal).toBeUndefined();
    else expect(refusal).toContain(words);
  });

  it("is not looked up where the address is a literal, this machine, refused already, or our own", async () => {
    const rule = {
      allowLoopback: true,
      resolve: () => Promise.reject(new Error("looked up")),
      ownOrigins: ["https://governance.corp.example"],
    };
    const refusals = await Promise.all(
      [
        "https://93.184.216.34/",
        "https://[2606:4700::1111]/",
        "http://127.0.0.1:8080/",
        "http://localhost/",
        "https://governance.corp.example/mcp",
        "http://agent.example/",
      ].map((address) => reasonToRefuseResolved(address, rule)),
    );
    expect(refusals).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      "only https is allowed",
    ]);
    await expect(reasonToRefuseResolved("https://governance.corp.example:8443/", rule)).rejects.toThrow(
      "looked up",
    );
  });

  it("without any address is not called", async () => {
    await expect(reasonToRefuseResolved(url, { allowLoopback: false, resolve: to() })).rejects.toThrow(
      "agent.example has no address",
    );
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
  const sent: string[] = [];
  const open = (): Transport => ({
    call: (task) => {
      sent.push(task);
      return Promise.resolve({});
    },
    tools: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  });
  const at = (resolve: Resolve) => refusingAddresses(open, { allowLoopback: false, resolve })(url);
  const options = { timeoutMs: 1_000 };

  it("is called where its name leads to the internet alone, and not a call further", async () => {
    let address = "93.184.216.34";
    const agent = at(() => Promise.resolve([address]));
    await agent.call("get_products", {}, options);
    address = "10.0.0.7";
    await expect(agent.call("create_media_buy", {}, options)).rejects.toMatchObject({
      code: "ADDRESS_REFUSED",
      effect: "none",
      message: `${url} is not called: its name leads into a private network (10.0.0.7)`,
    });
    expect(sent).toEqual(["get_products"]);
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
