import type { AgentCard, SecurityScheme } from "@a2a/core";
import { LocalError } from "@a2a/core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AuthOptions } from "../src/auth/authorize.js";
import { createAuthorize } from "../src/auth/authorize.js";
import type { CredentialSource } from "../src/auth/credential.js";
import type { Authorize } from "../src/http/fetch-exchange.js";
import type { DevicePrompt } from "../src/oauth.js";
import { clientCredentials, deviceCode, openIdConnect, refreshToken } from "../src/oauth.js";
import type { Answer, Asked } from "./oauth-server.js";
import { everythingOf, startServer } from "./oauth-server.js";
import { cardOf, failureOf } from "./peers.js";

const client = { clientId: "me", clientSecret: "geheim 1" };
const basic = `Basic ${btoa("me:geheim+1")}`;
const ownSignal = (): AbortSignal => new AbortController().signal;

// Whatever is written by whomever while these tests run must not have a secret in it.
const written: unknown[][] = [];
const warn = (warning: unknown): void => void written.push([everythingOf(warning)]);

beforeEach(() => {
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...words) => void written.push(words));
  }
  process.on("warning", warn);
});

afterEach(() => {
  process.off("warning", warn);
  vi.restoreAllMocks();
  expect(JSON.stringify(written.splice(0))).not.toMatch(/geheim|token-/);
});

function schemeOf(flows: object, oauth2MetadataUrl?: string): SecurityScheme {
  // safe: the tests say one flow
  return { oauth2SecurityScheme: { flows, ...(oauth2MetadataUrl && { oauth2MetadataUrl }) } } as SecurityScheme;
}

function credentialsFlow(url: string, more: object = {}): SecurityScheme {
  return schemeOf({ clientCredentials: { tokenUrl: `${url}/token`, scopes: {}, ...more } });
}

function deviceFlow(url: string): SecurityScheme {
  return schemeOf({ deviceCode: { deviceAuthorizationUrl: `${url}/device`, tokenUrl: `${url}/token`, scopes: {} } });
}

function openIdScheme(url: string): SecurityScheme {
  return { openIdConnectSecurityScheme: { openIdConnectUrl: `${url}/.well-known/openid-configuration` } };
}

function cardWith(scheme: SecurityScheme, list: string[] = []): AgentCard {
  return { ...cardOf(), securitySchemes: { idp: scheme }, securityRequirements: [{ schemes: { idp: { list } } }] };
}

interface Place extends Partial<AuthOptions> {
  readonly scopes?: string[];
}

function authorizeWith(scheme: SecurityScheme, idp: CredentialSource, { scopes, ...options }: Place = {}): Authorize {
  return createAuthorize(cardWith(scheme, scopes), { idp }, { fetch: (request) => fetch(request), allowUrl: () => true, ...options });
}

interface Once {
  (signal?: AbortSignal): Promise<string | null | undefined>;
  again(): Promise<string | null | undefined>;
}

/** Authorizes one request after the other; `again` says that the last was refused. */
function requestsOf(authorize: Authorize): Once {
  let request = { url: "http://agent.test/", headers: new Headers() };
  const next = async (signal = ownSignal()): Promise<string | null | undefined> => {
    request = { url: "http://agent.test/", headers: new Headers() };
    return (await authorize(request, { signal }))?.headers.get("authorization");
  };
  const again = async (): Promise<string | null | undefined> =>
    (await authorize(request, { refused: new Response(), signal: ownSignal() }))?.headers.get("authorization");
  return Object.assign(next, { again });
}

/** Answers with a new token each time. */
function tokens(more: object = {}): (asked: Asked, count: number) => Answer {
  return (_, count) => ({ body: { access_token: `token-${count}`, token_type: "Bearer", ...more } });
}

describe("client credentials", () => {
  test("ask at the card's address for the card's scopes, and keep the token", async () => {
    const idp = await startServer(tokens());
    const source = clientCredentials({ ...client, scopes: ["other"], audience: "https://agent.test/", resource: "urn:agent" });
    const next = requestsOf(authorizeWith(credentialsFlow(idp.url), source, { scopes: ["read", "write"] }));
    expect([await next(), await next()]).toEqual(["Bearer token-1", "Bearer token-1"]);
    expect(idp.asked).toEqual([
      {
        path: "/token",
        authorization: basic,
        form: { grant_type: "client_credentials", scope: "read write", audience: "https://agent.test/", resource: "urn:agent" },
      },
    ]);
  });

  test("ask for the option's scopes where the card names none, and send the secret in the body if told to", async () => {
    const idp = await startServer(tokens());
    const source = clientCredentials({ ...client, scopes: ["usual"], clientAuthentication: "post" });
    await requestsOf(authorizeWith(credentialsFlow(idp.url), source))();
    expect(idp.asked).toMatchObject([{ authorization: undefined, form: { scope: "usual", client_id: "me", client_secret: "geheim 1" } }]);
  });

  test("get a new token 30 seconds before the end, a short-lived one at half its time", async () => {
    let now = 0;
    const idp = await startServer((_, count) => ({
      body: { access_token: `token-${count}`, token_type: "bearer", expires_in: count === 1 ? 100 : 10 },
    }));
    const next = requestsOf(authorizeWith(credentialsFlow(idp.url), clientCredentials({ ...client, now: () => now })));
    const seen: unknown[] = [];
    for (now of [0, 69_999, 70_000, 74_999, 75_000]) seen.push(await next());
    expect(seen).toEqual(["Bearer token-1", "Bearer token-1", "Bearer token-2", "Bearer token-2", "Bearer token-3"]);
  });

  test("go on with a token that is still good where none is to be had", async () => {
    let now = 0;
    const idp = await startServer((asked, count) =>
      count === 1 ? tokens({ expires_in: 100 })(asked, count) : { status: 503, body: { error: "temporarily_unavailable" } },
    );
    const next = requestsOf(authorizeWith(credentialsFlow(idp.url), clientCredentials({ ...client, now: () => now })));
    await next();
    now = 99_999;
    expect(await next()).toBe("Bearer token-1");
    expect(await failureOf(next.again())).toMatchObject({ code: "UNAUTHORIZED" });
    now = 100_000;
    expect(await failureOf(next())).toMatchObject({ code: "UNAUTHORIZED", message: `no token: ${idp.url}/token gave no valid answer` });
  });

  test("make one request for ten calls, and one more when the agent refuses all ten", async () => {
    const idp = await startServer(tokens());
    const agent = await startServer(({ authorization }) => ({ status: authorization === "Bearer token-2" ? 200 : 401, body: {} }));
    const authorize = authorizeWith(credentialsFlow(idp.url), clientCredentials(client));
    const call = async (): Promise<number> => {
      const request = { url: agent.url, headers: new Headers() };
      const signal = ownSignal();
      const refused = await fetch(agent.url, { headers: (await authorize(request, { signal }))?.headers ?? {} });
      const again = await authorize(request, { refused, signal });
      return (await fetch(agent.url, { headers: again?.headers ?? {} })).status;
    };
    expect(await Promise.all(Array.from({ length: 10 }, call))).toEqual(Array(10).fill(200));
    expect(idp.asked).toHaveLength(2);
  });

  test("go to the address that the user knows, whatever the card says, and need no permission for it", async () => {
    const [mine, theirs] = [await startServer(tokens()), await startServer(tokens())];
    const source = clientCredentials({ ...client, tokenUrl: `${mine.url}/token` });
    const next = requestsOf(authorizeWith(credentialsFlow(theirs.url), source, { allowUrl: () => false }));
    expect(await next()).toBe("Bearer token-1");
    expect([mine.asked.length, theirs.asked.length]).toEqual([1, 0]);
  });

  test("keep a token to the server and the scopes that it is of", async () => {
    const [one, two] = [await startServer(tokens()), await startServer(() => ({ body: { access_token: "other", token_type: "bearer" } }))];
    const source = clientCredentials(client);
    expect(await requestsOf(authorizeWith(credentialsFlow(one.url), source))()).toBe("Bearer token-1");
    expect(await requestsOf(authorizeWith(credentialsFlow(two.url), source))()).toBe("Bearer other");
    expect(await requestsOf(authorizeWith(credentialsFlow(one.url), source, { scopes: ["a"] }))()).toBe("Bearer token-2");
    expect(await requestsOf(authorizeWith(credentialsFlow(one.url), source))()).toBe("Bearer token-1");
  });

  test("use a fetch of their own", async () => {
    const idp = await startServer(tokens());
    const source = clientCredentials({ ...client, fetch: (request) => fetch(request) });
    const noNetwork = { fetch: () => Promise.reject(new Error("no network")) };
    expect(await requestsOf(authorizeWith(credentialsFlow(idp.url), source, noNetwork))()).toBe("Bearer token-1");
  });
});

describe("a refresh token", () => {
  test("is exchanged at the card's refresh address for a public client; each new one is told and used", async () => {
    let now = 0;
    const idp = await startServer((_, count) => ({
      body: {
        access_token: `token-${count}`,
        token_type: "bearer",
        expires_in: 100,
        ...(count < 3 && { refresh_token: `geheim-${count}` }),
      },
    }));
    const told: string[] = [];
    const onRefreshToken = (token: string): void => void told.push(token);
    const source = refreshToken({ clientId: "me", refreshToken: "geheim-0", onRefreshToken, now: () => now });
    const next = requestsOf(authorizeWith(credentialsFlow(idp.url, { refreshUrl: `${idp.url}/refresh` }), source));
    for (now of [0, 100_000, 200_000, 300_000]) await next();
    expect(idp.asked.map(({ path, form }) => [path, form.client_id, form.refresh_token])).toEqual([
      ["/refresh", "me", "geheim-0"],
      ["/refresh", "me", "geheim-1"],
      ["/refresh", "me", "geheim-2"],
      ["/refresh", "me", "geheim-2"],
    ]);
    expect(told).toEqual(["geheim-1", "geheim-2"]);
  });

  test("is used by one request at a time, whatever it is for", async () => {
    const idp = await startServer((_, count) => ({
      body: { access_token: `token-${count}`, token_type: "bearer", refresh_token: `geheim-${count}` },
    }));
    const source = refreshToken({ clientId: "me", refreshToken: "geheim-0" });
    const all = ["a", "b", "c"].map((scope) => requestsOf(authorizeWith(credentialsFlow(idp.url), source, { scopes: [scope] }))());
    expect(await Promise.all(all)).toEqual(["Bearer token-1", "Bearer token-2", "Bearer token-3"]);
    expect(idp.asked.map(({ form }) => form.refresh_token)).toEqual(["geheim-0", "geheim-1", "geheim-2"]);
  });

  test("that is worth nothing any more is UNAUTHORIZED", async () => {
    const idp = await startServer(() => ({ status: 400, body: { error: "invalid_grant", error_description: "geheim-0 is over" } }));
    const next = requestsOf(authorizeWith(credentialsFlow(idp.url), refreshToken({ clientId: "me", refreshToken: "geheim-0" })));
    expect(await failureOf(next())).toEqual(new LocalError("UNAUTHORIZED", `no token: ${idp.url}/token refused (invalid_grant)`));
  });
});

/** Makes every wait of the device flow one of no time, and tells how long it would have been. */
function waits(): unknown[] {
  const ms: unknown[] = [];
  const real = setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation((callback, time = 0, ...words) => {
    // The platform's own timers go through here as well, and what other tests have left behind.
    if (!new Error().stack?.includes("http/retry")) return real(callback, time, ...words);
    ms.push(time);
    return real(callback, 0);
  });
  return ms;
}

const started = {
  device_code: "geheim-device",
  user_code: "AB-CD",
  verification_uri: "https://idp.test/device",
  verification_uri_complete: "https://idp.test/device?code=AB-CD",
  expires_in: 600,
};

function refusals(...codes: readonly string[]): (asked: Asked) => Answer {
  let at = 0;
  return ({ path }) => {
    if (path === "/device") return { body: started };
    const error = codes[at];
    at += 1;
    if (error) return { status: 400, body: { error } };
    return { body: { access_token: `token-${at}`, token_type: "bearer", expires_in: 100, refresh_token: "geheim-refresh" } };
  };
}

describe("a device code", () => {
  test("is shown to the user, and asked about until it is allowed, as slowly as the server wants", async () => {
    const ms = waits();
    const idp = await startServer(refusals("authorization_pending", "slow_down", "authorization_pending"));
    const prompts: DevicePrompt[] = [];
    const source = deviceCode({ clientId: "me", onPrompt: (prompt) => void prompts.push(prompt) });
    const next = requestsOf(authorizeWith(deviceFlow(idp.url), source, { scopes: ["read"] }));
    expect([await next(), await next()]).toEqual(["Bearer token-4", "Bearer token-4"]);
    expect(prompts).toEqual([
      {
        userCode: "AB-CD",
        verificationUri: "https://idp.test/device",
        verificationUriComplete: "https://idp.test/device?code=AB-CD",
        expiresInSeconds: 600,
      },
    ]);
    expect(ms).toEqual([5000, 5000, 10_000, 10_000]);
    expect(idp.asked[0]).toMatchObject({ path: "/device", form: { client_id: "me", scope: "read" } });
    expect(idp.asked[1]).toMatchObject({ path: "/token", form: { client_id: "me", device_code: "geheim-device" } });
  });

  for (const [code, text] of [
    ["access_denied", "refused (access_denied)"],
    ["expired_token", "refused (expired_token)"],
    ["geheim-device", "refused"],
  ] as const) {
    test(`that the server answers with ${code} is UNAUTHORIZED`, async () => {
      waits();
      const idp = await startServer(refusals("authorization_pending", code));
      const next = requestsOf(authorizeWith(deviceFlow(idp.url), deviceCode({ clientId: "me", onPrompt: () => undefined })));
      expect(await failureOf(next())).toEqual(new LocalError("UNAUTHORIZED", `no token: ${idp.url}/token ${text}`));
    });
  }

  test("that nobody allows in time is UNAUTHORIZED", async () => {
    waits();
    let now = 0;
    const idp = await startServer((asked) => {
      now += 299_999;
      return refusals("authorization_pending")(asked);
    });
    const source = deviceCode({ clientId: "me", onPrompt: () => undefined, now: () => now });
    expect(await failureOf(requestsOf(authorizeWith(deviceFlow(idp.url), source))())).toEqual(
      new LocalError("UNAUTHORIZED", "no token: nobody allowed it in time"),
    );
    expect(idp.asked.map(({ path }) => path)).toEqual(["/device", "/token", "/token", "/token"]);
  });

  test("is asked about more slowly where there is no connection", async () => {
    const ms = waits();
    const idp = await startServer(refusals());
    let failures = 2;
    const source = deviceCode({
      clientId: "me",
      onPrompt: () => undefined,
      fetch: (request) => {
        if (!request.url.endsWith("/token") || failures === 0) return fetch(request);
        failures -= 1;
        return Promise.reject(new TypeError("geheim-device"));
      },
    });
    expect(await requestsOf(authorizeWith(deviceFlow(idp.url), source))()).toBe("Bearer token-1");
    expect(ms).toEqual([5000, 10_000, 20_000]);
  });

  test("is asked about more slowly where there is no answer in time", async () => {
    const ms = waits();
    const limit = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout")
      .mockImplementationOnce(limit)
      .mockImplementationOnce(() => limit(1));
    let isStuck = true;
    const idp = await startServer((asked) => {
      if (asked.path === "/device" || !isStuck) return refusals()(asked);
      isStuck = false;
      return new Promise(() => undefined);
    });
    expect(await requestsOf(authorizeWith(deviceFlow(idp.url), deviceCode({ clientId: "me", onPrompt: () => undefined })))()).toBe(
      "Bearer token-1",
    );
    expect(ms).toEqual([5000, 10_000]);
  });

  test("is given up with the call, also between two questions, and asked for anew by the next", async () => {
    const controller = new AbortController();
    const reason = new Error("changed my mind");
    const real = setTimeout;
    let timer: unknown;
    vi.spyOn(globalThis, "setTimeout").mockImplementation((callback, time, ...words) => {
      const isFirst = time === 7000 && timer === undefined;
      const set = real(callback, time === 7000 && !isFirst ? 0 : time, ...words);
      if (isFirst) {
        timer = set;
        queueMicrotask(() => controller.abort(reason));
      }
      return set;
    });
    const clear = vi.spyOn(globalThis, "clearTimeout");
    const idp = await startServer((asked) => (asked.path === "/device" ? { body: { ...started, interval: 7 } } : refusals()(asked)));
    const onPrompt = vi.fn();
    const next = requestsOf(authorizeWith(deviceFlow(idp.url), deviceCode({ clientId: "me", onPrompt })));
    expect(await failureOf(next(controller.signal))).toBe(reason);
    expect(await next()).toBe("Bearer token-1");
    expect(onPrompt).toHaveBeenCalledTimes(2);
    expect(idp.asked.map(({ path }) => path)).toEqual(["/device", "/device", "/token"]);
    expect(clear.mock.calls.some(([each]) => each === timer)).toBe(true);
  });

  test("is wanted once: its refresh token goes on, until that is refused", async () => {
    waits();
    let now = 0;
    const idp = await startServer(refusals("", "", "invalid_grant"));
    const onRefreshToken = vi.fn();
    const onPrompt = vi.fn();
    const next = requestsOf(authorizeWith(deviceFlow(idp.url), deviceCode({ clientId: "me", onPrompt, onRefreshToken, now: () => now })));
    await next();
    now = 100_000;
    expect(await next()).toBe("Bearer token-2");
    expect([onPrompt.mock.calls.length, onRefreshToken.mock.calls]).toEqual([1, [["geheim-refresh"]]]);
    now = 200_000;
    expect(await next()).toBe("Bearer token-4");
    expect(onPrompt).toHaveBeenCalledTimes(2);
    expect(idp.asked.map(({ form }) => form.refresh_token).filter(Boolean)).toEqual(["geheim-refresh", "geheim-refresh"]);
  });

  test("is wanted again only if the refresh token itself is refused", async () => {
    const idp = await startServer(refusals("invalid_client"));
    const onPrompt = vi.fn();
    const source = deviceCode({ clientId: "me", onPrompt, refreshToken: "geheim-old" });
    expect(await failureOf(requestsOf(authorizeWith(deviceFlow(idp.url), source))())).toMatchObject({
      message: `no token: ${idp.url}/token refused (invalid_client)`,
    });
    expect(onPrompt).not.toHaveBeenCalled();
  });

  test("is not wanted where there is a refresh token of an earlier run", async () => {
    const idp = await startServer(refusals());
    const onPrompt = vi.fn();
    await requestsOf(authorizeWith(deviceFlow(idp.url), deviceCode({ clientId: "me", onPrompt, refreshToken: "geheim-old" })))();
    expect(idp.asked).toMatchObject([{ path: "/token", form: { refresh_token: "geheim-old" } }]);
    expect(onPrompt).not.toHaveBeenCalled();
  });

  for (const verification_uri of ["javascript:alert(1)", "http://idp.test/device", "nowhere"]) {
    test(`is not shown with the address ${verification_uri}`, async () => {
      const idp = await startServer(() => ({ body: { ...started, verification_uri } }));
      const onPrompt = vi.fn();
      expect(await failureOf(requestsOf(authorizeWith(deviceFlow(idp.url), deviceCode({ clientId: "me", onPrompt })))())).toEqual(
        new LocalError("UNAUTHORIZED", "no token: the address for the user is not https"),
      );
      expect(onPrompt).not.toHaveBeenCalled();
    });
  }

  test("that cannot be shown is UNAUTHORIZED, with what the program threw", async () => {
    const idp = await startServer(refusals());
    const cause = new Error("no screen");
    const source = deviceCode({ clientId: "me", onPrompt: () => Promise.reject(cause) });
    expect(await failureOf(requestsOf(authorizeWith(deviceFlow(idp.url), source))())).toMatchObject({ code: "UNAUTHORIZED", cause });
  });
});

describe("discovery", () => {
  const metadata = (base: string, more: object = {}): object => ({ issuer: base, token_endpoint: `${base}/t`, ...more });

  test("finds an OpenID Connect provider at the card's address, once", async () => {
    const idp = await startServer((asked, count) =>
      asked.path === "/.well-known/openid-configuration"
        ? { body: metadata(idp.url, { token_endpoint_auth_methods_supported: ["client_secret_post"] }) }
        : tokens({ expires_in: 0, id_token: "geheim" })(asked, count),
    );
    const next = requestsOf(authorizeWith(openIdScheme(idp.url), openIdConnect({ grant: "clientCredentials", ...client })));
    expect([await next(), await next()]).toEqual(["Bearer token-2", "Bearer token-3"]);
    expect(idp.asked.map(({ path }) => path)).toEqual(["/.well-known/openid-configuration", "/t", "/t"]);
    expect(idp.asked[1]?.form.client_secret).toBe(client.clientSecret);
  });

  test("asks a user for the scope openid", async () => {
    waits();
    const idp = await startServer((asked) =>
      asked.path.startsWith("/.well-known")
        ? { body: metadata(idp.url, { device_authorization_endpoint: `${idp.url}/device` }) }
        : refusals()(asked),
    );
    const source = openIdConnect({ grant: "deviceCode", clientId: "me", onPrompt: () => undefined });
    expect(await requestsOf(authorizeWith(openIdScheme(idp.url), source))()).toBe("Bearer token-1");
    expect(idp.asked[1]?.form.scope).toBe("openid");
  });

  test("goes on for a user who has allowed it before", async () => {
    const idp = await startServer((asked, count) =>
      asked.path.startsWith("/.well-known") ? { body: metadata(idp.url) } : tokens()(asked, count),
    );
    const source = openIdConnect({ grant: "refreshToken", clientId: "me", refreshToken: "geheim" });
    expect(await requestsOf(authorizeWith(openIdScheme(idp.url), source))()).toBe("Bearer token-2");
  });

  for (const [place, issuer] of [
    ["/.well-known/oauth-authorization-server/tenant", "/tenant"],
    ["/tenant/.well-known/openid-configuration", "/tenant/"],
    ["/elsewhere.json", "/tenant"],
  ] as const) {
    test(`finds what the flow of the card does not say at ${place}`, async () => {
      const idp = await startServer((asked, count) =>
        asked.path === place ? { body: metadata(idp.url, { issuer: idp.url + issuer }) } : tokens()(asked, count),
      );
      const next = requestsOf(authorizeWith(schemeOf({ implicit: {} }, idp.url + place), clientCredentials(client)));
      expect(await next()).toBe("Bearer token-2");
    });
  }

  for (const [place, issuer] of [
    ["/.well-known/oauth-authorization-server", "https://other.test"],
    ["/tenant/.well-known/openid-configuration", ""],
    ["/elsewhere.json", "https://other.test/"],
  ] as const) {
    test(`does not believe ${place} about ${issuer || "its parent"}`, async () => {
      const idp = await startServer(() => ({ body: metadata(idp.url, { issuer: issuer || idp.url }) }));
      const next = requestsOf(authorizeWith(schemeOf({ implicit: {} }, idp.url + place), clientCredentials(client)));
      expect(await failureOf(next())).toEqual(
        new LocalError("UNAUTHORIZED", `no token: the metadata at ${idp.url}${place} are another server's`),
      );
      expect(idp.asked).toHaveLength(1);
    });
  }

  test("without metadata is UNAUTHORIZED", async () => {
    const idp = await startServer(() => ({ status: 404, body: {} }));
    const next = requestsOf(authorizeWith(openIdScheme(idp.url), openIdConnect({ grant: "clientCredentials", ...client })));
    expect(await failureOf(next())).toMatchObject({ code: "UNAUTHORIZED", message: expect.stringContaining("there are no metadata at") });
  });

  test("is nothing for a scheme of another kind", async () => {
    const next = requestsOf(authorizeWith(credentialsFlow("http://127.0.0.1:1"), openIdConnect({ grant: "clientCredentials", ...client })));
    expect(await failureOf(next())).toEqual(new LocalError("UNAUTHORIZED", "no token: idp is not OpenID Connect"));
  });
});

describe("an address that the agent names", () => {
  test("is dialled only where the policy allows it, also if it is named by metadata", async () => {
    const idp = await startServer(() => ({ body: { issuer: idp.url, token_endpoint: "https://inner.test/token?geheim" } }));
    const asked: string[] = [];
    const allowUrl = async ({ host, href }: URL): Promise<boolean> => asked.push(href) > 0 && host !== "inner.test";
    const next = requestsOf(authorizeWith(openIdScheme(idp.url), clientCredentials(client), { allowUrl }));
    expect(await failureOf(next())).toEqual(new LocalError("UNAUTHORIZED", "no token: https://inner.test/token is not allowed"));
    expect(asked).toEqual([`${idp.url}/.well-known/openid-configuration`, "https://inner.test/token?geheim"]);
  });

  for (const tokenUrl of [
    "http://idp.test/token",
    "http://10.0.0.1/token",
    "ftp://idp.test/",
    "https://me:geheim@idp.test/token",
    "nowhere",
  ]) {
    test(`is not dialled where it is ${tokenUrl.replace("geheim", "…")}`, async () => {
      const fetch = vi.fn();
      const scheme = schemeOf({ clientCredentials: { tokenUrl, scopes: {} } });
      const error = await failureOf(requestsOf(authorizeWith(scheme, clientCredentials(client), { fetch }))());
      expect(error).toMatchObject({ name: "LocalError", code: "UNAUTHORIZED" });
      expect(everythingOf(error)).not.toContain("geheim");
      expect(fetch).not.toHaveBeenCalled();
    });
  }

  test("is wanted: a card without one is UNAUTHORIZED", async () => {
    for (const [source, what] of [
      [clientCredentials(client), "tokens"],
      [deviceCode({ clientId: "me", onPrompt: () => undefined }), "device flow"],
    ] as const) {
      const next = requestsOf(authorizeWith({ httpAuthSecurityScheme: { scheme: "bearer" } }, source));
      expect(await failureOf(next())).toEqual(new LocalError("UNAUTHORIZED", `no token: the card does not say where idp has its ${what}`));
    }
  });
});

describe("whatever an authorization server answers, no error repeats a secret:", () => {
  const token = { access_token: "token-1", token_type: "bearer" };
  const answers: Readonly<Record<string, Answer>> = {
    "an error that it made up": { status: 400, body: { error: "geheim 1", error_description: "geheim 1", error_uri: "geheim 1" } },
    "a known error with a description": { status: 401, body: { error: "invalid_client", error_description: basic } },
    "a challenge": { status: 401, headers: { "www-authenticate": 'Basic realm="geheim 1"' }, body: { error: "invalid_client" } },
    "a redirect": { status: 302, headers: { location: "http://127.0.0.1:1/geheim?token-1" }, body: {} },
    "no JSON": { body: "geheim 1 token-1" },
    "a text": { body: '"geheim 1 token-1"' },
    "no token": { body: { error: "geheim 1" } },
    "a token of another type": { body: { ...token, token_type: "dpop" } },
    "a token of no type": { body: { access_token: "token-1" } },
    "a token that lives for words": { body: { ...token, expires_in: "token-1" } },
    "a token that no header takes": { body: { ...token, access_token: "token-1\r\nx-evil: 1" } },
    "too much": { body: JSON.stringify({ ...token, more: "geheim".repeat(200_000) }) },
    "a failure": { status: 500, body: "geheim 1" },
  };
  for (const [name, answer] of Object.entries(answers)) {
    test(name, async () => {
      const idp = await startServer(() => answer);
      const error = await failureOf(requestsOf(authorizeWith(credentialsFlow(idp.url), clientCredentials(client)))());
      expect(error).toMatchObject({ name: "LocalError", code: "UNAUTHORIZED" });
      const all = everythingOf(error);
      for (const secret of ["geheim", "token-1", basic.slice(6)]) expect(all).not.toContain(secret);
    });
  }

  test("nothing in time, which is TIMEOUT", async () => {
    const limit = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementationOnce(() => limit(1));
    const idp = await startServer(() => new Promise(() => undefined));
    const error = await failureOf(requestsOf(authorizeWith(credentialsFlow(idp.url), clientCredentials(client)))());
    expect(error).toEqual(new LocalError("TIMEOUT", `${idp.url}/token did not answer within 30000 ms`));
  });

  test("no connection, which is NETWORK", async () => {
    const fetch = (): Promise<never> => Promise.reject(new TypeError(`cannot send ${basic}`));
    const error = await failureOf(requestsOf(authorizeWith(credentialsFlow("https://idp.test"), clientCredentials(client), { fetch }))());
    expect(error).toEqual(new LocalError("NETWORK", "https://idp.test/token cannot be reached, or the connection broke"));
    expect(everythingOf(error)).not.toContain(basic);
  });
});

describe("options that are missing are a TypeError:", () => {
  const wrong: readonly [string, () => CredentialSource][] = [
    ["no client", () => clientCredentials({ ...client, clientId: "" })],
    ["no secret", () => clientCredentials({ ...client, clientSecret: "" })],
    ["no refresh token", () => refreshToken({ clientId: "me", refreshToken: "" })],
    ["no client for a device", () => deviceCode({ clientId: "", onPrompt: () => undefined })],
    ["half of the addresses", () => deviceCode({ clientId: "me", onPrompt: () => undefined, tokenUrl: "https://idp.test/token" })],
  ];
  for (const [name, make] of wrong) test(name, () => expect(make).toThrow(TypeError));
});
