import type { RpcError } from "../envelope/response.js";
import type { A2AError } from "../errors/a2a-error.js";
import type {
  CachingFacts,
  CardFacts,
  ErrorAnswers,
  ErrorsByNumber,
  HeaderNames,
  RefinedErrorAnswer,
  RefinedErrorName,
  Refusals,
} from "../generated/tables.js";
import type { Methods, Operation } from "../generated/v1.0/methods.js";
import type { AgentCard, StreamResponse, Task } from "../generated/v1.0/types.js";
import type { Version } from "../generated/versions.js";
import type { Problem } from "../validate/validator.js";

/** Params of an operation in the domain model. */
export type ParamsOf<O extends Operation> = Methods[O]["params"];

/** Result of an operation in the domain model; of a streaming operation, one item. */
export type ResultOf<O extends Operation> = Methods[O]["result"];

/** A value read from the wire, or the problem with it. */
export type Decoded<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** What the schema refuses of it; it was read all the same, as what published documents mean by it. */
      readonly tolerated?: Problem;
    }
  | { readonly ok: false; readonly problem: Problem };

/** What a request asks of its task's generation, in versions that have it: the number of the task's last change. */
export interface Conditions {
  /** Answered once the task's generation is another than this one, or after a while. */
  readonly currentGeneration?: number | undefined;
  /** Refused where the task's generation is another than this one when the message is taken. */
  readonly ifGenerationMatch?: number | undefined;
}

/** Params read from the wire, and what they ask of the task's generation. */
export type DecodedParams<O extends Operation> = Decoded<ParamsOf<O>> & { readonly conditions?: Conditions };

/** The generations of tasks, for versions that say them. */
export type Generations = ReadonlyMap<Task, number>;

/** Why a version loses something, and where. */
export interface LossReason {
  readonly why: string;
  /** JSON pointers in which `*` stands for any name or index, and `**` at the beginning for whatever comes before. */
  readonly at: readonly string[];
}

/** What a client has to know of how a version behaves, where versions differ and a mapping of values cannot say it. */
export interface ClientRules {
  /** The client names a new task: an unknown task id starts one, and a client has to make one. */
  readonly clientTaskIds: boolean;
  /** A stream begins with the task as it is, or with a direct reply; where not, a client that has not seen the task has to ask for it. */
  readonly streamsBeginWithTask: boolean;
  /** A stream ends with the agent's turn, and says so in its last event; where not, it ends with the task, and a sender's also where the agent waits for input. */
  readonly streamsEndWithTurn: boolean;
  /** Tasks and events say their generation, and requests may ask for one. */
  readonly saysGenerations?: true;
}

/** How a version behaves where versions differ and a mapping of values cannot say it. Operations read these, never a version. */
export interface DialectRules extends ClientRules {
  /** A request may lack its `jsonrpc` member. */
  readonly bareEnvelope: boolean;
  /** A message to a task that is over continues it as a new task; where not, it is refused. */
  readonly reopensTerminal: boolean;
  /** A message may be answered with a message; where not, the reply becomes a completed task. */
  readonly directReplies: boolean;
  /** A client's message may have the role of the agent. */
  readonly anyClientRole: boolean;
  /** Subscribing to a task that is over shows it once; where not, it is refused. */
  readonly subscribeToTerminal: boolean;
  /** A request can name a tenant. */
  readonly tenants: boolean;
  /** A webhook is sent the task as it is after an event; where not, the event. */
  readonly pushesTask: boolean;
  /** A webhook that its client gives no id has that of the task; where not, one of its own. */
  readonly pushIdIsTaskId: boolean;
  /** No webhook is one without a URL: asking for it is no error, and setting it removes the task's. */
  readonly pushMayBeEmpty: boolean;
}

/** What an event's place in its stream tells beside the event. */
export interface EventPlace {
  /** Nothing follows on this stream. */
  readonly isLast: boolean;
  /** The event is a snapshot that begins the stream of a subscriber, who has not seen how the task came to be. */
  readonly isCatchUp: boolean;
  /** Of an artifact update: the artifact's position in the task, in the order in which artifacts first appeared. */
  readonly artifactIndex?: number;
}

/** One change of a task, for a webhook. */
export interface PushOf {
  readonly event: StreamResponse;
  /** The task with the event in it. */
  readonly task: Task;
  /** The task's generation with the event in it. */
  readonly number?: number;
}

/** What one event on the wire is in the domain model: none, one or several events. */
export interface DecodedEvents {
  readonly events: readonly StreamResponse[];
  /** The peer says that nothing follows. */
  readonly isLast: boolean;
  /** The task's generation after the last of the events, where the version says it. */
  readonly generation?: number | undefined;
}

/** What a client knows of a stream before its first event. */
export interface StreamContext {
  readonly taskId?: string;
  readonly contextId?: string;
  /** The client has seen the task already: no snapshot has to be made up of the first event. */
  readonly isTaskKnown?: boolean;
}

/** What a client knows of a protocol version before it speaks it: how to find an agent's card, and to tell whose it is. */
export interface VersionFacts {
  readonly version: Version;
  /** It is spoken with those alone who ask for it by its name: it may still change. Previews come last wherever versions are listed. */
  readonly isPreview?: true;
  /** Other versions, as Major.Minor, that this dialect serves. */
  readonly aliases: readonly string[];
  /** Names of the HTTP headers that this version gives a meaning to. */
  readonly headers: HeaderNames;
  /** Paths of the agent card below the origin, the version's own first. */
  readonly cardPaths: readonly [string, ...string[]];
  /** How readers may keep cards. */
  readonly card: { readonly caching: Pick<CachingFacts, "headers" | "notModifiedStatus"> };
  /** The errors that a status of HTTP says where the body says nothing. */
  readonly errorsByStatus: ErrorsByNumber;
  /** Whether a card speaks of this version, or of an older one: it has members that no version before has. */
  isOwnCard(wire: object): boolean;
}

/** A version that is loaded when it is first spoken. */
export interface ClientVersion extends VersionFacts {
  /** Loads the version. @throws what the platform throws where a part of the program cannot be loaded */
  load(): Promise<ClientDialect>;
}

/**
 * One protocol version on the wire, as far as a client writes and reads it: mapped to the domain model and back. Decoding validates; what it
 * returns can be trusted. What a version lacks is absent: an operation without a method cannot be asked for.
 */
export interface ClientDialect extends VersionFacts {
  readonly rules: ClientRules;
  /** The JSON-RPC method name of an operation. */
  methodOf(operation: Operation): string | undefined;
  encodeParams<O extends Operation>(operation: O, params: ParamsOf<O>, conditions?: Conditions): unknown;
  /** @param sent the params that the result answers to: some versions leave out of a result what its reader knows */
  decodeResult<O extends Operation>(operation: O, wire: unknown, sent: ParamsOf<O>): Decoded<ResultOf<O>>;
  /** Makes a reader for one stream: what an event means may depend on those before it. */
  createEventDecoder(context: StreamContext): (wire: unknown) => Decoded<DecodedEvents>;
  decodeError(wire: RpcError): A2AError;
  decodeCard(wire: unknown): Decoded<AgentCard>;
}

/** One protocol version on the wire, for clients and servers. */
export interface Dialect extends ClientDialect {
  /** This dialect for callers of one of its aliases, who name it or use its name for a method: what differs is how errors are said. */
  readonly forAlias?: Dialect;
  /**
   * This dialect for a caller who writes params so: in some bindings of some versions peers write one of two shapes and read the same one only.
   * Absent where there is one.
   */
  inShapeOf?(params: unknown): Dialect;
  readonly rules: DialectRules;
  /** Where the extended card is found by a plain GET, and how readers may keep cards. */
  readonly card: CardFacts;
  readonly errors: ErrorAnswers;
  /** The answers with errors that not all versions have. */
  readonly refinedErrors?: Readonly<Partial<Record<RefinedErrorName, RefinedErrorAnswer>>>;
  /** What this version cannot say of what the newest says, and why; empty for the newest. */
  readonly losses: readonly LossReason[];
  readonly refusals: Refusals;
  /** The operation that a JSON-RPC method name asks for. */
  operationOf(method: string): Operation | undefined;
  decodeParams<O extends Operation>(operation: O, wire: unknown): DecodedParams<O>;
  /** @param generations those of the tasks in the result, where the version says them */
  encodeResult<O extends Operation>(operation: O, result: ResultOf<O>, generations?: Generations): unknown;
  /**
   * The events on the wire that one event of the domain is, in order; most often one.
   *
   * @param generation the task's after the event
   */
  encodeEvent(event: StreamResponse, place: EventPlace, generation?: number): readonly unknown[];
  /** Media type of what a webhook is sent. */
  readonly pushMediaType: string;
  /** What a webhook is sent. */
  encodePush(push: PushOf): unknown;
  /** Whether what a webhook was sent is of this version, or of an older one: it has members that no version before has. */
  isOwnPush(wire: object): boolean;
  /** Reads what a webhook was sent, as the event that it tells of. */
  decodePush(wire: unknown): Decoded<StreamResponse>;
  encodeError(error: A2AError): RpcError;
  /** The card as this version says it; undefined where no interface of it speaks this version. */
  encodeCard(card: AgentCard): object | undefined;
}
