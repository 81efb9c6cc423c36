// The few messages that are sent, as bytes: neither server's own library makes them.

/** A SendMessageRequest of `lf.a2a.v1` with one text. */
export function sendMessageRequest(number: string, text: string): Buffer {
  const part = field(1, Buffer.from(text));
  const message = Buffer.concat([field(1, Buffer.from(`bench-${number}`)), Buffer.from([(4 << 3) | 0, 1]), field(5, part)]);
  return field(2, message);
}

/** A GetTaskRequest of `lf.a2a.v1`. */
export function getTaskRequest(id: string): Buffer {
  return field(2, Buffer.from(id));
}

/** A Task of `lf.a2a.v1` with one artifact. */
export function echoedTask(id: string, text: string): Buffer {
  const artifact = Buffer.concat([field(1, Buffer.from("echo")), field(4, field(1, Buffer.from(text)))]);
  const status = Buffer.from([(1 << 3) | 0, 3]);
  return Buffer.concat([field(1, Buffer.from(id)), field(3, status), field(4, artifact)]);
}

/** The id of the task in a SendMessageResponse: the first field of the first field. */
export function idOfTask(response: Buffer): string {
  const task = contentOf(response);
  return contentOf(task).toString();
}

function field(number: number, content: Buffer): Buffer {
  if (content.length > 127) throw new RangeError("longer than one byte of length can say");
  return Buffer.concat([Buffer.from([(number << 3) | 2, content.length]), content]);
}

/** The content of the first field, whose length may take several bytes. */
function contentOf(bytes: Buffer): Buffer {
  let at = 1;
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    length |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  return bytes.subarray(at, at + length);
}
