/** Each user's secret, by the name of the user. */
export type KnownSecrets = Readonly<Record<string, string>>;

/**
 * Makes what finds the user that has a secret. How long that takes says nothing of any of them: digests are compared, all of them and to their ends.
 *
 * @throws TypeError for a secret that is empty or of two users, and for a user without a name
 */
export function createSecretCheck(secrets: KnownSecrets): (presented: string) => Promise<string | undefined> {
  const users = Object.entries(secrets);
  const [unsafe] = users.find(([user, secret]) => user === "" || typeof secret !== "string" || secret === "") ?? [];
  if (unsafe !== undefined) throw new TypeError(`a user has a name and a secret that is not empty: ${JSON.stringify(unsafe)}`);
  if (new Set(Object.values(secrets)).size < users.length) throw new TypeError("two users have the same secret");
  let known: Promise<readonly (readonly [user: string, digest: Uint8Array])[]> | undefined;
  return async (presented) => {
    known ??= Promise.all(users.map(async ([user, secret]) => [user, await digestOf(secret)] as const));
    const digest = await digestOf(presented);
    let found: string | undefined;
    for (const [user, own] of await known) if (isEqual(own, digest)) found = user;
    return found;
  };
}

async function digestOf(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = 0;
  for (const [at, byte] of one.entries()) difference |= byte ^ (other[at] ?? 0);
  return difference === 0;
}
