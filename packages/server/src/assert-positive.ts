// Timers take 32-bit numbers; beyond that they fire at once.
const maxNumber = 2 ** 31 - 1;

/** @throws TypeError for an option that is no number above 0, or more than timers take */
export function assertPositive(name: string, value: number): void {
  if (!(value > 0 && value <= maxNumber)) throw new TypeError(`${name} must be a number above 0 and up to ${maxNumber}: ${value}`);
}
