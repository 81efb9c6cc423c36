import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "chromium-headless-shell"];

/** Path of a Chromium: the environment's CHROMIUM_PATH, else the first one in PATH. Without one says how to get it. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH: named, PATH: path = "" } = process.env;
  const places = named ? [named] : names.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name)));
  const found = places.find((place) => existsSync(place));
  if (found === undefined) {
    const missing = named ? `CHROMIUM_PATH is ${named}, and nothing is there` : `none of ${names.join(", ")} is in PATH`;
    process.stderr.write(`\nSKIPPED: the tests in a real browser. ${missing}. Try: apt-get install chromium, or set CHROMIUM_PATH.\n\n`);
  }
  return found;
}
