import { LocalError } from "@a2a/core";
import { isObject, urlOf } from "@a2a/core/internal";
import type { AuthorizationServer } from "oauth4webapi";
import { customFetch, processDiscoveryResponse } from "oauth4webapi";
import type { CredentialNeed } from "../credential.js";
import type { Dial } from "./dial.js";
import type { SourceOptions } from "./oauth-options.js";
import { shown } from "./unauthorized.js";

/** An authorization server, as far as it is used. */
export interface Server extends AuthorizationServer {
  readonly token_endpoint: string;
  /** Where tokens are refreshed. */
  readonly refresh_endpoint: string;
}

/** Addresses that a flow of a card has. */
interface Flow {
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly deviceAuthorizationUrl?: string;
}

/** The addresses that a scheme names, for telling one authorization server from another. */
export function addressesOf({ oauth2SecurityScheme: oauth2, openIdConnectSecurityScheme: openId }: CredentialNeed["scheme"]): unknown[] {
  const { tokenUrl, refreshUrl, deviceAuthorizationUrl } = flowOf(oauth2?.flows);
  return [tokenUrl, refreshUrl, deviceAuthorizationUrl, oauth2?.oauth2MetadataUrl, openId?.openIdConnectUrl];
}

/**
 * Finds where tokens are to be had: where the user says, else where the flow of the card says, else by discovery.
 *
 * @param wantsDevice the device authorization endpoint is needed as well
 * @throws LocalError `UNAUTHORIZED` where nobody says; what oauth4webapi throws for metadata that are not valid
 * @see RFC 8414; OpenID Connect Discovery 1.0
 */
export async function findServer(need: CredentialNeed, options: SourceOptions, dial: Dial, wantsDevice: boolean): Promise<Server> {
  const { oauth2SecurityScheme: oauth2, openIdConnectSecurityScheme: openId } = need.scheme;
  const flow = flowOf(oauth2?.flows);
  const token = options.tokenUrl ?? flow.tokenUrl;
  const device = options.deviceAuthorizationUrl ?? flow.deviceAuthorizationUrl;
  const metadataUrl = openId?.openIdConnectUrl ?? oauth2?.oauth2MetadataUrl;
  const isComplete = token !== undefined && (device !== undefined || !wantsDevice);
  const found = metadataUrl === undefined || isComplete ? undefined : await discover(metadataUrl, dial);
  const endpoint = token ?? found?.token_endpoint;
  const deviceEndpoint = device ?? found?.device_authorization_endpoint;
  if (endpoint === undefined || (wantsDevice && deviceEndpoint === undefined)) {
    throw new LocalError(
      "UNAUTHORIZED",
      `no token: the card does not say where ${need.name} has its ${wantsDevice ? "device flow" : "tokens"}`,
    );
  }
  return {
    issuer: found?.issuer ?? endpoint,
    token_endpoint: endpoint,
    refresh_endpoint: options.tokenUrl ?? flow.refreshUrl ?? endpoint,
    ...(deviceEndpoint !== undefined && { device_authorization_endpoint: deviceEndpoint }),
    ...(found?.token_endpoint_auth_methods_supported && {
      token_endpoint_auth_methods_supported: found.token_endpoint_auth_methods_supported,
    }),
  };
}

type Flows = NonNullable<CredentialNeed["scheme"]["oauth2SecurityScheme"]>["flows"];

function flowOf(flows: Flows | undefined): Flow {
  return flows?.clientCredentials ?? flows?.deviceCode ?? flows?.authorizationCode ?? flows?.password ?? flows?.implicit ?? {};
}

/** The document is fetched from just where the card says; that its issuer belongs there keeps one server from speaking for another. */
async function discover(address: string, dial: Dial): Promise<AuthorizationServer> {
  const response = await dial[customFetch](address, { headers: { accept: "application/json" } });
  if (!response.ok) throw new LocalError("UNAUTHORIZED", `no token: there are no metadata at ${shown(address)}`);
  const body: unknown = await response.clone().json();
  const said = isObject(body) && typeof body.issuer === "string" ? body.issuer : "";
  const issuer = urlOf(said);
  const url = new URL(address);
  const path = url.pathname.replace(/\/\.well-known\/(?:openid-configuration|oauth-authorization-server)/, "");
  const isOwn = issuer && (path === url.pathname ? issuer.origin === url.origin : isSame(said, url.origin + path));
  if (!isOwn) throw new LocalError("UNAUTHORIZED", `no token: the metadata at ${shown(url)} are another server's`);
  return processDiscoveryResponse(issuer, response);
}

/** Some issuers end in a slash, which is not in the address of their metadata. */
function isSame(one: string, other: string): boolean {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}
