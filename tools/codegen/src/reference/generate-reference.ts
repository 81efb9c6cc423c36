import type { FormSources, Sources, VersionSources } from "../load-schema.js";
import type { ErrorsFile } from "../schema-model.js";
import { emitErrorTables } from "./error-tables.js";
import { formatted, linkTo, notice, prose } from "./markdown.js";
import { emitFacts, emitOperations } from "./operation-tables.js";
import { emitType } from "./type-table.js";

/** Pages for people, one for each version and each other form of one: path to markdown. */
export async function generateReference({ versions, folders, forms: allForms }: Sources): Promise<Map<string, string>> {
  const { newest } = versions.content;
  const pages = folders.flatMap((version): [path: string, text: string][] => {
    const forms = allForms.filter(({ folder }) => version.forms?.includes(folder));
    return [
      [`${version.folder}.md`, emitVersion(version, { forms, newest })],
      ...forms.map((form): [path: string, text: string] => [`${form.folder}.md`, emitForm(form, version)]),
    ];
  });
  return new Map(pages);
}

function emitVersion(
  version: VersionSources,
  { forms, newest }: { readonly forms: readonly FormSources[]; readonly newest: string },
): string {
  const { schema, methods, errors } = version;
  return formatted([
    notice([schema, methods, errors]),
    ...introduction(version, statusOf(version, newest)),
    ...forms.map(({ folder, schema: form }) => `In another form: [${form.content.title}](${folder}.md).`),
    ...contents(version, ["Card, headers and webhooks", "Errors"]),
    ...operations(version, errors.content, ""),
    "## Card, headers and webhooks",
    emitFacts(methods.content),
    "## Errors",
    ...emitErrorTables(errors.content),
    ...types(version),
  ]);
}

/** Of a form, what is not the version's own. */
function emitForm(form: FormSources, { folder, schema, errors }: VersionSources): string {
  return formatted([
    notice([form.schema, form.methods]),
    ...introduction(form, `Card, headers and errors are those of [${schema.content.title}](${folder}.md).`),
    ...contents(form, []),
    ...operations(form, errors.content, `${folder}.md`),
    ...types(form),
  ]);
}

function introduction({ schema }: FormSources, status: string): string[] {
  return [`# ${schema.content.title}`, prose(schema.content.description), status];
}

function statusOf({ wire, aliases, status, folder }: VersionSources, newest: string): string {
  const served = aliases.length > 0 ? ` Also read and written for ${aliases.join(", ")}.` : "";
  const isNewest = folder === newest ? " Its types are the domain model of the packages." : "";
  return `Peers call it \`${wire}\`; it is ${status}.${served}${isNewest}`;
}

function contents({ schema, methods }: FormSources, between: readonly string[]): string[] {
  const named = (heading: string, names: object): string =>
    `- ${linkTo(heading)}: ${Object.keys(names)
      .map((name) => linkTo(name))
      .join(", ")}`;
  const lines = [
    named("Operations", methods.content.methods),
    ...between.map((heading) => `- ${linkTo(heading)}`),
    named("Types", schema.content.$defs),
  ];
  return ["## Contents", lines.join("\n")];
}

function operations(form: FormSources, errors: ErrorsFile, errorPage: string): string[] {
  return ["## Operations", ...emitOperations(form.methods.content, errors, errorPage)];
}

function types({ schema }: FormSources): string[] {
  return ["## Types", ...Object.entries(schema.content.$defs).flatMap(([name, type]) => emitType(name, type))];
}
