import { describe, expect, it } from "vitest";
import {
  agentUrl,
  brandAddress,
  jwksUri,
  now,
  publishedKey,
  revocationUri,
  senderHost,
} from "./signed-message.ts";

const key = publishedKey("ed25519");
const second = publishedKey("ecdsa-p256-sha256");

describe("a sender's keys", () => {
  it("are fetched once for many messages", async () => {
    const { keys, asked } = senderHost([key]);
    await Promise.all([keys.find("ed25519"), keys.find("ed25519")]);
    await keys.find("ed25519");
    expect(asked).toEqual([brandAddress, jwksUri]);
  });

  it("are fetched anew after five minutes, so that a key that was taken away stops working", async () => {
    let time = now;
    const { keys, documents } = senderHost([key], { now: () => time });
    await keys.find("ed25519");
    documents.set(jwksUri, { keys: [] });
    time += 5 * 60_000 - 1;
    expect(await keys.find("ed25519")).toMatchObject({ type: "found" });
    time += 1;
    expect(await keys.find("ed25519")).toMatchObject({ fault: "signature_key_unknown" });
  });

  it("are fetched once more for a key that is new, but not more often than every 30 s", async () => {
    let time = now;
    const { keys, documents, asked } = senderHost([key], { now: () => time });
    await keys.find("ed25519");
    documents.set(jwksUri, { keys: [key, second] });
    expect(await keys.find("ecdsa-p256-sha256")).toMatchObject({ fault: "signature_key_unknown" });
    time += 30_000;
    expect(await keys.find("ecdsa-p256-sha256")).toMatchObject({ type: "found" });
    for (const name of ["x", "y", "z"]) await keys.find(name);
    expect(asked).toHaveLength(4);
  });

  it("are not asked for again within 30 s where they could not be fetched", async () => {
    let time = now;
    const { keys, documents, asked } = senderHost([key], { now: () => time });
    documents.delete(jwksUri);
    expect(await keys.find("ed25519")).toMatchObject({ fault: "signature_jwks_unavailable" });
    documents.set(jwksUri, { keys: [key] });
    expect(await keys.find("ed25519")).toMatchObject({ fault: "signature_jwks_unavailable" });
    expect(asked).toHaveLength(2);
    time += 30_000;
    expect(await keys.find("ed25519")).toMatchObject({ type: "found" });
  });

  it("lie at the origin's usual place where brand.json does not say", async () => {
    const { keys, documents, asked } = senderHost([key], { agent: { jwks_uri: undefined } });
    documents.set("https://seller.example/.well-known/jwks.json", { keys: [key] });
    expect(await keys.find("ed25519")).toMatchObject({ type: "found" });
    expect(asked).not.toContain(jwksUri);
  });

  it("are found over one redirect of brand.json, not over two", async () => {
    const { keys, documents } = senderHost([key]);
    const file = documents.get(brandAddress);
    documents.set(brandAddress, { authoritative_location: "https://house.example/brand.json" });
    documents.set("https://house.example/brand.json", file);
    expect(await keys.find("ed25519")).toMatchObject({ type: "found" });

    const twice = senderHost([key]);
    twice.documents.set(brandAddress, { house: "house.example" });
    twice.documents.set("https://house.example/.well-known/brand.json", { house: "other.example" });
    expect(await twice.keys.find("ed25519")).toMatchObject({ type: "refused" });
  });

  it("are not trusted where brand.json names two places for one agent", async () => {
    const { keys, documents } = senderHost([key]);
    const agents = [jwksUri, "https://other.example/keys.json"].map((jwks_uri) => ({
      url: agentUrl,
      jwks_uri,
    }));
    documents.set(brandAddress, { agents });
    expect(await keys.find("ed25519")).toMatchObject({ fault: "signature_jwks_untrusted" });
  });

  it("are those that a publisher pins, and nobody else is asked then", async () => {
    const { keys, asked } = senderHost([key], { pinned: [second] });
    expect(await keys.find("ecdsa-p256-sha256")).toMatchObject({ type: "found" });
    expect(await keys.find("ed25519")).toMatchObject({ fault: "signature_key_unknown" });
    expect(asked).toEqual([]);
  });

  it("are for nothing where they are too short, of another kind or not what they say", async () => {
    const oct = { kty: "oct", k: "AAAA", kid: "shared" };
    const noPoint = { ...key, kid: "no-x", x: undefined };
    const otherCurve = { ...key, kid: "curve", kty: "EC", crv: "P-256" };
    const { keys } = senderHost([oct, noPoint, otherCurve, "no key", key]);
    for (const name of ["shared", "no-x", "curve"])
      expect(await keys.find(name)).toMatchObject({ key: { key: undefined, uses: {} } });
    expect(await keys.find("ed25519")).toMatchObject({ type: "found" });
  });

  it("count as revoked as soon as the list that is due says so", async () => {
    let time = now;
    const { keys, documents } = senderHost([key], {
      now: () => time,
      agent: { revocation_uri: revocationUri },
    });
    const list = (revoked_kids: string[], next_update: string) =>
      documents.set(revocationUri, { revoked_kids, next_update });
    list([], "2027-01-04T08:01:00Z");
    const found = await keys.find("ed25519");
    if (found.type !== "found") throw new Error("the key is not found");
    expect(await keys.revocation(found.key)).toBeUndefined();
    list(["ed25519"], "2027-01-04T08:05:00Z");
    expect(await keys.revocation(found.key)).toBeUndefined();
    time += 61_000;
    expect(await keys.revocation(found.key)).toMatchObject({ fault: "signature_key_revoked" });
  });
});
