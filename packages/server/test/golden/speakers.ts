import type { Speaker } from "./scene.js";
import { hook } from "./scene.js";

// A picture that no server here reads.
const image = "iVBORw0KGgo=";

export const v10: Speaker = {
  version: "1.0",
  say: (id, text, { task, image: type } = {}) => ({
    message: {
      messageId: id,
      role: "ROLE_USER",
      parts: [{ text }, ...(type ? [{ raw: image, mediaType: type }] : [])],
      ...(task && { taskId: task }),
    },
  }),
  task: (id) => ({ id }),
  webhook: (taskId, id) => ({ taskId, id, url: `${hook}/${id}` }),
};

export const v03: Speaker = {
  version: "0.3",
  say: (id, text, { task, image: mimeType } = {}) => ({
    message: {
      kind: "message",
      messageId: id,
      role: "user",
      parts: [{ kind: "text", text }, ...(mimeType ? [{ kind: "file", file: { bytes: image, mimeType } }] : [])],
      ...(task && { taskId: task }),
    },
  }),
  task: (id) => ({ id }),
  webhook: (taskId, id) => ({ taskId, pushNotificationConfig: { id, url: `${hook}/${id}` } }),
};

export const v01: Speaker = {
  version: "0.1",
  say: (id, text, { task = id, image: mimeType } = {}) => ({
    id: task,
    sessionId: `session-of-${task}`,
    message: { role: "user", parts: [{ type: "text", text }, ...(mimeType ? [{ type: "file", file: { bytes: image, mimeType } }] : [])] },
  }),
  task: (id) => ({ id }),
  webhook: (id, name) => ({ id, pushNotificationConfig: { url: `${hook}/${name}` } }),
};
