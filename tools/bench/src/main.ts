// `npm run bench -- --validate`

import { importAsShipped } from "./import-as-shipped.js";

const usage = `usage: npm run bench -- --validate

  --validate   nanoseconds per validation beside JSON.parse of the same text; exits 1 where it is more than 8 % of that`;

if (process.argv.includes("--validate")) {
  const { printValidateTable } = await importAsShipped("./validate-table.ts");
  if (typeof printValidateTable === "function" && !printValidateTable()) process.exitCode = 1;
} else {
  console.log(usage);
}
