import { randomUUID } from "node:crypto";
import PQueue from "p-queue";
import type { Client } from "pg";
import { readLedgerUrl } from "../ledger/postgres-pool.ts";

interface DatabaseSession {
  readonly client: Client;
  isLost: boolean;
}

/** Tells these locks from others of the same database. */
const lockSeed = 7;
const lock = `hashtextextended($1, ${lockSeed})`;
/** A database that does not answer in so long is gone, in milliseconds. */
const silenceMs = 10_000;

/**
 * Which campaigns this worker is at: a lock each in the database, of one session, so that a worker that dies or loses its
 * connection holds nothing. Rejects where the database cannot be reached, and where a pooler stands before it that gives one
 * connection to several: it would let two workers have the same lock.
 */
export async function openCampaignLocks(url: string) {
  const { connection, schema } = readLedgerUrl(url);
  const { default: pg } = await import("pg");
  const connect = async (): Promise<DatabaseSession> => {
    const client = new pg.Client({
      connectionString: connection,
      application_name: "flightdesk worker",
      connectionTimeoutMillis: silenceMs,
      query_timeout: silenceMs,
      keepAlive: true,
    });
    const session = { client, isLost: false };
    const lose = () => {
      session.isLost = true;
    };
    client.on("error", lose).on("end", lose);
    await client.connect();
    return session;
  };
  const oneByOne = new PQueue({ concurrency: 1 });
  const granted = async ({ client }: DatabaseSession, name: string): Promise<boolean> => {
    const text = `SELECT pg_try_advisory_lock(${lock}) AS taken`;
    const { rows } = await oneByOne.add(() => client.query<{ taken: boolean }>(text, [`${schema} ${name}`]));
    return rows[0]?.taken === true;
  };

  let session: Promise<DatabaseSession> = connect();
  const locks = new Map<string, DatabaseSession>();

  /** The connection, another one where that was lost. */
  const living = async (): Promise<DatabaseSession> => {
    const current = session;
    const known = await current.catch(() => undefined);
    if (known?.isLost === false) return known;
    // Who asked at the same time may have made it already.
    if (session === current) session = connect();
    return session;
  };

  const probe = `probe ${randomUUID()}`;
  const [one, other] = [await session, await connect()];
  const isShared = (await granted(one, probe)) && (await granted(other, probe));
  await other.client.end();
  if (isShared) {
    await one.client.end();
    throw new Error(
      "ledger_url leads to a pooler that shares connections between clients, and workers' locks need one each: name the database itself, or a pool in session mode",
    );
  }

  return {
    /** False where another worker is at it, or this one still. */
    take: async (campaignId: string) => {
      if (locks.has(campaignId)) return false;
      const under = await living();
      // Another job of the same campaign may have come first while the connection was made.
      if (locks.has(campaignId)) return false;
      locks.set(campaignId, under);
      const isOurs = await granted(under, campaignId).catch(async (cause: unknown) => {
        locks.delete(campaignId);
        // What was not received in time may be granted all the same: it ends with the connection.
        under.isLost = true;
        await under.client.end();
        throw cause;
      });
      if (!isOurs) locks.delete(campaignId);
      return isOurs;
    },
    /** The connection is gone under which it was taken: another worker may be at it by now. */
    isLost: (campaignId: string) => locks.get(campaignId)?.isLost === true,
    release: async (campaignId: string) => {
      const under = locks.get(campaignId);
      locks.delete(campaignId);
      if (under === undefined || under.isLost) return;
      await oneByOne
        .add(() => under.client.query(`SELECT pg_advisory_unlock(${lock})`, [`${schema} ${campaignId}`]))
        // What cannot be given back ends with the connection.
        .catch(() => under.client.end());
    },
    close: async () => {
      const last = await session.catch(() => undefined);
      if (last?.isLost === false) await last.client.end();
    },
  };
}
