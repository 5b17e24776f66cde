import type { AccountStore } from "@adcp/sdk/server";
import type { AccountReference } from "@adcp/sdk/types";
import type { Books } from "./books.ts";

/** Accounts as a seller keeps them: who has none is not served, and nothing is guessed of who does not say. */
export function accountStore({ accounts }: Books, { opens }: { readonly opens: boolean }): AccountStore {
  const found = (id: string) => ({ id, name: id, status: "active" as const, ctx_metadata: {} });
  const upsert: AccountStore["upsert"] = (references) =>
    Promise.resolve(
      references.flatMap((reference) => {
        const name = nameOf(reference);
        if (name === undefined || "account_id" in reference) return [];
        const known = accounts.get(name);
        const id = known ?? `account-${accounts.size + 1}`;
        accounts.set(name, id);
        return [
          {
            account_id: id,
            brand: reference.brand,
            operator: reference.operator,
            action: known === undefined ? ("created" as const) : ("unchanged" as const),
            status: "active" as const,
          },
        ];
      }),
    );
  return {
    resolution: "explicit",
    resolve: (reference) => {
      if (reference === undefined) return Promise.resolve(null);
      const id =
        "account_id" in reference ? reference.account_id : accounts.get(nameOf(reference) ?? "unknown");
      const isOpen = id !== undefined && [...accounts.values()].includes(id);
      return Promise.resolve(isOpen ? found(id) : null);
    },
    ...(opens ? { upsert } : {}),
    list: () => Promise.resolve({ items: [...accounts.values()].map(found), has_more: false }),
  };
}

function nameOf(reference: AccountReference): string | undefined {
  return "account_id" in reference ? undefined : `${reference.brand.domain} ${reference.operator}`;
}
