/**
 * Node takes a text that is no number for the path of a pipe, and listens there.
 *
 * @throws TypeError for what is not the number of a port
 */
export function assertPort(port: number): void {
  const number = Number(port);
  if (!(Number.isInteger(number) && number >= 0 && number <= 65_535)) {
    throw new TypeError(`port must be a whole number from 0 to 65535: ${port}`);
  }
}
