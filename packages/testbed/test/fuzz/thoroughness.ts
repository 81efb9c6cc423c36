// How much a run tries. `npm run fuzz` makes a million inputs; a failure prints the seed (`A2A_SEED`) and the path (`A2A_FUZZ_PATH`) with which it is made again.

const { FUZZ, A2A_FUZZ_INPUTS, A2A_FUZZ_PATH } = process.env;

/** How many inputs are tried. */
export interface Effort {
  readonly numRuns: number;
  /** Only the input that a failure has named. */
  readonly path?: string;
  /** When the search for a smaller input that fails too comes to its end, so that there is time to print what there is. */
  readonly interruptAfterTimeLimit: number;
  readonly markInterruptAsFailure: true;
}

/** Of a million inputs in all, how many are of a kind; everything else is a share of that. */
const shares = { json: 550_000, "bytes in bodies": 200_000, gRPC: 150_000, sockets: 70_000, frames: 30_000 };

/** A kind of input. */
export type Kind = keyof typeof shares;

/** The effort for a kind of input: a few seconds in every test run, and all of it in `npm run fuzz`. */
export function effortFor(kind: Kind): Effort {
  const few = Math.ceil(shares[kind] / 550);
  const numRuns = Number(A2A_FUZZ_INPUTS ?? (FUZZ === undefined ? few : shares[kind]));
  const interruptAfterTimeLimit = patienceFor({ numRuns }) - 30_000;
  return {
    numRuns,
    interruptAfterTimeLimit,
    markInterruptAsFailure: true,
    ...(A2A_FUZZ_PATH !== undefined && { path: A2A_FUZZ_PATH }),
  };
}

/** How long that many inputs may take, in milliseconds. */
export function patienceFor({ numRuns }: Pick<Effort, "numRuns">): number {
  return 60_000 + numRuns * 30;
}
