// HTTP+JSON for the sibling packages; no promise is made to anyone else. A door of its own: bundlers may not take apart what is behind one, and a page
// should load this when it needs it.

export { errorsByHttpStatus } from "./generated/v1.0/statuses.js";
export { restClientForms, restClientV10, restClientV11 } from "./rest/client-forms.js";
export { restForms } from "./rest/forms.js";
export type { PathTemplate } from "./rest/path-template.js";
export { parseTemplate } from "./rest/path-template.js";
export type { RestClientForm, RestForm } from "./rest/rest-form.js";
