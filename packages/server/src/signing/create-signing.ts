import type { PushOptions } from "../push/push-options.js";
import type { CompleteSigning } from "./signing-options.js";

/** Signs a card as it is on the wire. */
export type SignWire = (wire: object) => Promise<object>;

/** What an agent with keys does with them. */
export interface Signing {
  readonly signCard: SignWire;
  /** The public keys, as JSON. */
  keySet(this: void): Promise<string>;
  /** How webhooks are called, each call signed. */
  deliveries(push: Required<PushOptions>): Required<PushOptions>;
}

/** Puts an agent's keys to use. What works with them is loaded when it is first needed. */
export function createSigning({ keys, webhooks }: CompleteSigning, now: () => Date): Signing {
  const load = (): Promise<typeof import("./sign.js")> => import("./sign.js");
  const [first] = keys;
  return {
    signCard: async (wire) => (await load()).signWire(wire, keys),
    keySet: async () => (await load()).keySetOf(keys),
    deliveries(push) {
      if (!webhooks) return push;
      const fetch: PushOptions["fetch"] = async (url, init) => {
        const headers = new Headers(init.headers);
        // What the client wants to be called with goes before: there is one such header.
        if (headers.has("authorization")) return push.fetch(url, init);
        const { signCall } = await load();
        headers.set("authorization", `Bearer ${await signCall({ url, headers, body: init.body }, first, { ...webhooks, at: now() })}`);
        return push.fetch(url, Object.assign({}, init, { headers }));
      };
      return { ...push, fetch };
    },
  };
}
