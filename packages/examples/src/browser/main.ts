import { connect } from "@a2a/client";
import { textOf } from "@a2a/core";

const question = find("question", HTMLInputElement);
const answer = find("answer", HTMLOutputElement);
let asking = new AbortController();

find("stop", HTMLButtonElement).addEventListener("click", () => asking.abort("stopped"));
find("ask", HTMLFormElement).addEventListener("submit", async (event) => {
  event.preventDefault();
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  answer.textContent = "";
  try {
    const client = await connect(new URL("/agent", location.href), { signal });
    for await (const { artifactUpdate, statusUpdate, message } of client.stream(question.value, { signal })) {
      const said = artifactUpdate?.artifact ?? statusUpdate?.status.message ?? message;
      if (said) answer.append(textOf(said));
    }
  } catch (error) {
    if (signal === asking.signal) answer.append(` (${error})`);
  }
});

function find<E extends HTMLElement>(id: string, kind: new () => E): E {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new TypeError(`the page has no ${id}`);
}
