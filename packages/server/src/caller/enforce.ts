import { A2AError } from "@a2a/core";
import type { Logger } from "../logger.js";
import type { Caller, CredentialsRequest, FindCaller } from "./caller.js";
import { CallerRefusal } from "./caller-refusal.js";
import { nobody } from "./recognise.js";
import type { Alternative, RequiredScheme, Requirements } from "./requirements.js";

/** What came of the credentials for a scheme: whose they are, why they are refused; nothing where there are none. */
type Found = { readonly caller: Caller } | { readonly refusal: A2AError } | undefined;

/**
 * Finds out who calls by what the card requires: the first alternative that is presented as a whole, is valid and allows enough says who it is.
 * Each verifier is asked once about a request.
 *
 * @see A2A 1.0, sections 7.4 and 7.5
 */
export function enforce({ alternatives, isOptional }: Requirements, logger: Logger): FindCaller {
  const find = async (request: CredentialsRequest): Promise<Caller> => {
    const refusals: A2AError[] = [];
    const looked = new Map<string, Promise<Found>>();
    const look = (scheme: RequiredScheme): Promise<Found> => {
      const looking = looked.get(scheme.name) ?? lookFor(scheme, request, logger);
      looked.set(scheme.name, looking);
      return looking;
    };
    let isPresent = false;
    for (const alternative of alternatives) {
      const found = await Promise.all(alternative.map(look));
      isPresent ||= found.some((each) => each !== undefined);
      refusals.push(...found.flatMap((each) => (each && "refusal" in each ? each.refusal : [])));
      const callers = found.flatMap((each) => (each && "caller" in each ? each.caller : []));
      if (callers.length < alternative.length) continue;
      const refusal = lackOf(alternative, callers) ?? mixOf(alternative, callers);
      if (!refusal) return together(alternative, callers);
      refusals.push(refusal);
    }
    // Who presents something does not mean to be anonymous, and is to learn that it is not taken.
    if (isOptional && !isPresent) return {};
    throw worstOf(refusals) ?? new A2AError("UnauthenticatedError", "the request has not the credentials that the agent's card asks for");
  };
  // A binding may have to know who calls before it can tell what is asked for.
  const found = new WeakMap<CredentialsRequest, Promise<Caller>>();
  return (request) => {
    const finding = found.get(request) ?? find(request);
    found.set(request, finding);
    return finding;
  };
}

async function lookFor({ name, isBearer, recognise }: RequiredScheme, request: CredentialsRequest, logger: Logger): Promise<Found> {
  try {
    const caller = await recognise(request);
    if (caller === undefined) return undefined;
    if (caller !== nobody) return { caller: checked(caller, name) };
    return { refusal: invalid(isBearer, new A2AError("UnauthenticatedError", `the credentials for ${name} are not valid`)) };
  } catch (error) {
    const known = A2AError.from(error);
    if (known.code === "UnauthenticatedError") return { refusal: invalid(isBearer, known) };
    // One of the protocol that has a cause was made of one that is not.
    if (known.code !== "ForbiddenError" && known.cause !== undefined) logger.error({ error, scheme: name }, "a verifier failed");
    return { refusal: known };
  }
}

/** What is no list has scopes in it that nobody has given: `"readonly".includes("read")`. */
function checked(caller: Caller, name: string): Caller {
  const { user = "", scopes = [] }: { readonly user?: unknown; readonly scopes?: unknown } = caller;
  if (typeof user === "string" && Array.isArray(scopes)) return caller;
  throw new TypeError(`the verifier of ${name} answers with what is no caller: user is a text and scopes a list of texts`);
}

function invalid(isBearer: boolean, error: A2AError): A2AError {
  return isBearer ? new CallerRefusal("UnauthenticatedError", error.message, { error: "invalid_token" }, error) : error;
}

/** What is missing of the scopes of credentials that are all valid. */
function lackOf(alternative: Alternative, callers: readonly Caller[]): A2AError | undefined {
  const at = alternative.findIndex(({ scopes }, index) => !scopes.every((scope) => callers[index]?.scopes?.includes(scope)));
  const lacking = alternative[at];
  if (!lacking) return undefined;
  const text = `the credentials for ${lacking.name} do not allow all of ${lacking.scopes.join(", ")}`;
  if (!lacking.isBearer) return new A2AError("ForbiddenError", text);
  return new CallerRefusal("ForbiddenError", text, { error: "insufficient_scope", scopes: lacking.scopes });
}

/** Who could combine its own credentials with somebody else's would be either. */
function mixOf(alternative: Alternative, callers: readonly Caller[]): A2AError | undefined {
  if (new Set(callers.flatMap(({ user }) => user ?? [])).size < 2) return undefined;
  return new A2AError("UnauthenticatedError", `the credentials for ${namesOf(alternative)} are of different users`);
}

/**
 * The caller whose credentials those are.
 *
 * @throws TypeError where they do not name one: whoever has them would share the tasks of all who have none
 */
function together(alternative: Alternative, callers: readonly Caller[]): Caller {
  const user = callers.find((caller) => caller.user !== undefined)?.user;
  if (!user) throw new TypeError(`no verifier of ${namesOf(alternative)} says which user it is`);
  const scopes = new Set(callers.flatMap((caller) => caller.scopes ?? []));
  const claims = callers.flatMap((caller) => caller.claims ?? []);
  return {
    user,
    ...(scopes.size > 0 && { scopes: [...scopes] }),
    ...(claims.length > 0 && { claims: Object.assign({}, ...claims) }),
  };
}

function namesOf(alternative: Alternative): string {
  return alternative.map(({ name }) => name).join(" and ");
}

/** Where it is not known whether credentials are valid, that is what a caller has to be told; where they are, and do not allow enough, that. */
function worstOf(refusals: readonly A2AError[]): A2AError | undefined {
  const unknown = refusals.find(({ code }) => code !== "UnauthenticatedError" && code !== "ForbiddenError");
  return unknown ?? refusals.find(({ code }) => code === "ForbiddenError") ?? refusals[0];
}
