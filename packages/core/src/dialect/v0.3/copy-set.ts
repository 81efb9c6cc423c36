/** Copies the members that are set, and gives back what they are copied to: absent stays absent, and what is not named is not passed on. */
export function copySet<T extends object, K extends keyof T>(
  from: { readonly [P in K]?: T[P] | undefined },
  to: T,
  names: readonly K[],
): T {
  for (const name of names) {
    const value = from[name];
    if (value !== undefined) to[name] = value;
  }
  return to;
}

/** The same for lists and ids, of which those that are empty say nothing either. */
export function copyFilled<T extends object, K extends keyof T>(
  from: { readonly [P in K]?: (T[P] & { readonly length: number }) | undefined },
  to: T,
  names: readonly K[],
): T {
  for (const name of names) {
    const value = from[name];
    if (value?.length) to[name] = value;
  }
  return to;
}
