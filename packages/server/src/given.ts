/** The options that are given: who writes `undefined` for one leaves it out, as `logger: isLoud ? pino() : undefined` does. */
export function given<Options extends object>(options: Options): Options {
  // safe: nothing is missing but what was undefined, which the types of options allow to be missing
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}
