import { dialects } from "@a2a/core/internal/dialects";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as v10 from "../generated/v1.0/descriptors.js";
import { createCodecs } from "./codec.js";

const codecOf = createCodecs(v10.filledMembers);
const part = codecOf(v10.Part);
const message = codecOf(v10.Message);
const status = codecOf(v10.TaskStatus);

const hello = { messageId: "m", role: "ROLE_USER", parts: [{ text: "hello" }] };
const writer = (): BinaryWriter => new BinaryWriter();
const number = (no: number, value: number): Uint8Array => writer().tag(no, WireType.Varint).int32(value).finish();
const text = (no: number, value: string): Uint8Array => writer().tag(no, WireType.LengthDelimited).string(value).finish();
const bytes = (no: number, value: Uint8Array): Uint8Array => writer().tag(no, WireType.LengthDelimited).bytes(value).finish();
const double = (no: number, value: number): Uint8Array => writer().tag(no, WireType.Bit64).double(value).finish();
const join = (...each: Uint8Array[]): Buffer => Buffer.concat(each);

/** The bytes of a Part whose data is so many lists in each other. */
function nested(lists: number): Uint8Array {
  let value: Uint8Array = text(3, "in the middle");
  for (let depth = 0; depth < lists; depth++) value = bytes(6, bytes(1, value));
  return bytes(4, value);
}

describe("bytes that are no message are refused as text is that is no JSON", () => {
  const refused: readonly [name: string, bytes: Uint8Array, fault: string, detail: string][] = [
    ["a field that is cut off", text(1, "hello").subarray(0, 4), "syntax", "not a lf.a2a.v1.Part"],
    ["a tag that is cut off", Buffer.from([0x8a]), "syntax", "not a lf.a2a.v1.Part"],
    ["a tag without an end", Buffer.alloc(20, 0xff), "syntax", "not a lf.a2a.v1.Part"],
    ["a field with the number 0", Buffer.from([0x02, 0x00]), "syntax", "number 0"],
    ["a group that ends without having begun", Buffer.from([0x0c]), "syntax", "not a lf.a2a.v1.Part"],
    ["a wire type that there is not", Buffer.from([0x0e]), "syntax", "not a lf.a2a.v1.Part"],
    ["a message longer than the bytes", Buffer.from([0x2a, 0x05, 0x0a]), "syntax", "ends too early"],
    ["a field longer than its message", join(Buffer.from([0x2a, 0x01, 0x09]), Buffer.alloc(8)), "syntax", "longer than its message"],
    ["a text that is not UTF-8", bytes(1, Buffer.from([0xff])), "encoding", "not UTF-8"],
    ["half a surrogate pair in a text", bytes(1, Buffer.from([0xed, 0xa0, 0x80])), "encoding", "not UTF-8"],
    ["a long text that is not UTF-8", bytes(1, Buffer.alloc(100, 0xff)), "encoding", "not UTF-8"],
    ["a number that JSON lacks", bytes(4, double(2, Number.NaN)), "syntax", "a number that JSON lacks"],
    ["an infinite number", bytes(4, double(2, Number.POSITIVE_INFINITY)), "syntax", "a number that JSON lacks"],
    ["lists one too deep", nested(64), "depth", "nested more than 64 deep"],
    ["lists 10 000 deep", nested(10_000), "depth", "nested more than 64 deep"],
    ["groups 100 000 deep", Buffer.alloc(100_000, 0x7b), "syntax", "not a lf.a2a.v1.Part"],
  ];
  for (const [name, each, fault, detail] of refused) {
    test(name, () => {
      expect(part.decode(each)).toEqual({ ok: false, fault, detail: expect.stringContaining(detail) });
    });
  }

  test("a field longer than the message that it is in, which has messages around it", () => {
    const inner = join(Buffer.from([0x2a, 0x01, 0x69]), Buffer.alloc(8));
    expect(message.decode(inner)).toMatchObject({ fault: "syntax", detail: expect.stringContaining("longer than its message") });
  });

  test("the same codec reads on", () => {
    expect(part.decode(nested(64)).ok).toBe(false);
    expect(part.decode(part.encode({ text: "hello" }))).toEqual({ ok: true, value: { text: "hello" } });
  });

  test("a value may be as deep as JSON, whose part is an object", () => {
    expect(part.decode(nested(63)).ok).toBe(true);
    expect(part.decode(nested(3), 4).ok).toBe(true);
    expect(part.decode(nested(3), 3)).toMatchObject({ fault: "depth", detail: "nested more than 3 deep" });
    expect(message.decode(message.encode(hello), 3).ok).toBe(true);
    expect(message.decode(message.encode(hello), 2)).toMatchObject({ fault: "depth" });
    expect(message.decode(Buffer.alloc(0), 2)).toMatchObject({ ok: true, value: { parts: [] } });
    expect(message.decode(Buffer.alloc(0), 1)).toMatchObject({ fault: "depth" });
  });
});

describe("what validators have to refuse gets to them", () => {
  const validators = dialects.find(({ version }) => version === "1.0");
  const problemOf = (value: unknown): unknown => {
    const read = validators?.decodeParams("SendMessage", value);
    return read?.ok === false ? read.problem.pointer : read;
  };
  const request = codecOf(v10.SendMessageRequest);
  const refused: readonly [name: string, bytes: Uint8Array, pointer: string][] = [
    ["a number that an enum lacks", join(request.encode({ message: hello }), bytes(2, number(4, 77))), "/message/role"],
    ["an enum that is not set", bytes(2, join(text(1, "m"), bytes(5, text(1, "hi")))), "/message/role"],
    ["an identifier that is not set", bytes(2, join(number(4, 1), bytes(5, text(1, "hi")))), "/message/messageId"],
    ["a list that is empty", bytes(2, join(text(1, "m"), number(4, 1))), "/message/parts"],
    ["a message that is not set", Buffer.alloc(0), "/message"],
    ["a part that says nothing", join(request.encode({ message: hello }), bytes(2, bytes(5, Buffer.alloc(0)))), "/message/parts/1"],
    ["a negative length", join(request.encode({ message: hello }), bytes(3, number(3, -1))), "/configuration/historyLength"],
  ];
  for (const [name, each, pointer] of refused) {
    test(`${name}: ${pointer}`, () => {
      const read = request.decode(each);
      expect(read.ok && problemOf(read.value)).toBe(pointer);
    });
  }

  const times: readonly [name: string, seconds: bigint, nanos: number][] = [
    ["before the year 1", -62_135_596_801n, 0],
    ["after the year 9999", 253_402_300_800n, 0],
    ["with a negative fraction", 0n, -1],
    ["with a fraction of a second and more", 0n, 1_000_000_000],
  ];
  for (const [name, seconds, nanos] of times) {
    test(`a time ${name}: /statusTimestampAfter`, () => {
      const time = join(writer().tag(1, WireType.Varint).int64(seconds).finish(), number(2, nanos));
      const read = codecOf(v10.ListTasksRequest).decode(bytes(7, time));
      const outcome = read.ok && validators?.decodeParams("ListTasks", read.value);
      expect(outcome).toMatchObject({ ok: false, problem: { pointer: "/statusTimestampAfter" } });
    });
  }
});

describe("bytes of other writers are read", () => {
  const same: readonly [name: string, bytes: Uint8Array, value: unknown][] = [
    ["fields that nobody knows", join(number(99, 1), text(1, "a"), text(88, "b"), double(77, 1)), { text: "a" }],
    ["a group that nobody knows", join(text(1, "a"), Buffer.from([0x7b, 0x08, 0x01, 0x7c])), { text: "a" }],
    ["a field that is written as another type", join(text(1, "a"), number(6, 1)), { text: "a" }],
    ["members of a oneof after each other: the last one", join(text(1, "a"), text(3, "b")), { url: "b" }],
    ["what is empty and need not have been written", join(text(1, "a"), text(6, "f"), text(6, "")), { text: "a" }],
    ["an empty text in a oneof", text(1, ""), { text: "" }],
    ["data that says nothing is null", bytes(4, Buffer.alloc(0)), { data: null }],
    ["null", bytes(4, number(1, 0)), { data: null }],
    ["an entry without a value is null", bytes(4, bytes(5, bytes(1, text(1, "a")))), { data: { a: null } }],
    ["an entry without a key", bytes(4, bytes(5, bytes(1, bytes(2, text(3, "a"))))), { data: { "": "a" } }],
    [
      "lists of one field",
      join(bytes(4, bytes(6, bytes(1, text(3, "a")))), bytes(4, bytes(6, bytes(1, text(3, "b"))))),
      { data: ["a", "b"] },
    ],
  ];
  for (const [name, each, value] of same) {
    test(name, () => {
      expect(part.decode(each)).toEqual({ ok: true, value });
    });
  }

  test("a number that an enum lacks stays a number, and is written as it was", () => {
    expect(status.decode(number(1, 77))).toEqual({ ok: true, value: { state: 77 } });
    expect(status.encode({ state: 77 }).equals(number(1, 77))).toBe(true);
  });

  test("objects of one field are one object", () => {
    const objects = ["a", "b"].map((key) => bytes(4, bytes(5, bytes(1, join(text(1, key), bytes(2, text(3, key)))))));
    expect(part.decode(join(...objects))).toEqual({ ok: true, value: { data: { a: "a", b: "b" } } });
  });

  test("an entry of a map whose value is not written has an empty one, and one that is written twice is one", () => {
    const entryOf = (...values: Uint8Array[]): Uint8Array => bytes(1, join(text(1, "key"), ...values.map((value) => bytes(2, value))));
    const requirement = codecOf(v10.SecurityRequirement);
    expect(requirement.decode(entryOf())).toEqual({ ok: true, value: { schemes: { key: {} } } });
    expect(requirement.decode(entryOf(text(1, "a"), text(1, "b")))).toEqual({
      ok: true,
      value: { schemes: { key: { list: ["a", "b"] } } },
    });
    const flow = codecOf(v10.PasswordOAuthFlow);
    expect(flow.decode(bytes(3, text(1, "read")))).toEqual({ ok: true, value: { scopes: { read: "" } } });
  });

  test("a member called __proto__ is a member like any other", () => {
    const data = JSON.parse('{"__proto__":{"polluted":true}}');
    const read = part.decode(part.encode({ data }));
    expect(read.ok && JSON.stringify(read.value)).toBe('{"data":{"__proto__":{"polluted":true}}}');
    expect({}).not.toHaveProperty("polluted");
  });

  test("a view into a larger buffer is read in its bounds", () => {
    const each = text(1, "hello");
    expect(part.decode(join(Buffer.from([1]), each, Buffer.from([1])).subarray(1, -1))).toEqual({ ok: true, value: { text: "hello" } });
  });
});

describe("times", () => {
  const times: readonly [written: string, read: string][] = [
    ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31T12:00:00.5Z", "2026-01-31T12:00:00.500Z"],
    ["2026-01-31T12:00:00.123456Z", "2026-01-31T12:00:00.123456Z"],
    ["2026-01-31T12:00:00.000000001Z", "2026-01-31T12:00:00.000000001Z"],
    ["2026-01-31T12:00:00.1234567899Z", "2026-01-31T12:00:00.123456789Z"],
    ["2026-01-31T12:00:00+05:30", "2026-01-31T06:30:00.000Z"],
    ["2026-01-31t12:00:00z", "2026-01-31T12:00:00.000Z"],
    ["2016-12-31T23:59:60.25Z", "2017-01-01T00:00:00.250Z"],
    ["1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"],
    ["1969-12-31T23:59:59.750Z", "1969-12-31T23:59:59.750Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"],
  ];
  for (const [written, read] of times) {
    test(`${written} is read as ${read}`, () => {
      const value = { state: "TASK_STATE_WORKING", timestamp: written };
      expect(status.decode(status.encode(value))).toEqual({ ok: true, value: { ...value, timestamp: read } });
    });
  }
});

describe("a time that is written in pieces is one", () => {
  const [seconds, nanos] = [number(1, 5), number(2, 7)];
  const time = "1970-01-01T00:00:05.000000007Z";

  test("in one message", () => {
    expect(status.decode(join(bytes(3, seconds), bytes(3, nanos)))).toMatchObject({ value: { timestamp: time } });
  });

  test("in two that are one", () => {
    const statuses = [seconds, nanos].map((piece) => bytes(3, bytes(3, piece)));
    expect(codecOf(v10.Task).decode(join(...statuses))).toMatchObject({ value: { status: { timestamp: time } } });
  });

  test("whatever its pieces are alone", () => {
    const tooLate = writer().tag(1, WireType.Varint).int64(253_402_300_800n).finish();
    expect(status.decode(join(bytes(3, tooLate), bytes(3, nanos), bytes(3, seconds)))).toMatchObject({ value: { timestamp: time } });
  });

  test("and is made text once", () => {
    const toText = vi.spyOn(Date.prototype, "toISOString");
    onTestFinished(() => toText.mockRestore());
    const read = codecOf(v10.ListTasksRequest).decode(Buffer.alloc(20_000, bytes(7, Buffer.alloc(0))));
    expect(read).toEqual({ ok: true, value: { statusTimestampAfter: "1970-01-01T00:00:00.000Z" } });
    expect(toText).toHaveBeenCalledOnce();
  });
});

describe("a value that is none of ours is not written", () => {
  const wrong: readonly [name: string, value: unknown, complaint: string][] = [
    ["no object", 5, "no object"],
    ["a list", [], "no object"],
    ["a number for a text", { ...hello, messageId: 5 }, "Message.messageId: no text"],
    ["a text for a list", { ...hello, parts: "hello" }, "Message.parts: no list"],
    ["an unknown name of an enum", { ...hello, role: "ROLE_DOG" }, "Message.role: no lf.a2a.v1.Role"],
    ["two contents", { ...hello, parts: [{ text: "a", url: "b" }] }, "Part.url: another member excludes it"],
    ["metadata that is a list", { ...hello, metadata: [] }, "Message.metadata: no object"],
    ["a number that no computer has", { ...hello, metadata: { a: 5n } }, "a bigint, which JSON lacks"],
  ];
  for (const [name, value, complaint] of wrong) {
    test(name, () => {
      expect(() => message.encode(value)).toThrow(complaint);
      expect(message.decode(message.encode(hello))).toEqual({ ok: true, value: hello });
    });
  }

  test("an integer beyond 32 bits, a fraction, and a time without a zone", () => {
    const list = codecOf(v10.ListTasksResponse);
    for (const pageSize of [2 ** 31, 0.5, "5"]) expect(() => list.encode({ pageSize })).toThrow("no integer of 32 bits");
    for (const timestamp of ["2026-01-31T12:00:00", "yesterday", 5, "0000-01-01T00:00:00Z"])
      expect(() => status.encode({ timestamp })).toThrow("TaskStatus.timestamp: no date and time");
  });
});

test("what JSON.stringify leaves out or rewrites is left out or rewritten", () => {
  const time = new Date(0);
  const metadata = { gone: undefined, method: () => 5, nan: Number.NaN, list: [undefined, Number.POSITIVE_INFINITY, time], time };
  const value = { ...hello, contextId: undefined, taskId: null, metadata, unknown: 5 };
  const read = message.decode(message.encode(value));
  expect(read).toEqual({ ok: true, value: { ...hello, metadata: JSON.parse(JSON.stringify(metadata)) } });
});

test("half a surrogate pair, which UTF-8 lacks, is written as its replacement", () => {
  expect(part.decode(part.encode({ text: "a\ud800b" }))).toEqual({ ok: true, value: { text: "a\ufffdb" } });
});

test("base64 of either alphabet, padded or not, is read as the same bytes", () => {
  for (const raw of ["+/+/+w==", "-_-_-w", "-_-_-w=="])
    expect(part.decode(part.encode({ raw }))).toEqual({ ok: true, value: { raw: "+/+/+w==" } });
});

test("a large message leaves nothing in the bytes of the next one", () => {
  const large = part.encode({ text: "a".repeat(100_000) });
  const small = part.encode({ text: "b" });
  expect(large.length).toBeGreaterThan(100_000);
  expect(small.equals(text(1, "b"))).toBe(true);
  expect(part.decode(large)).toEqual({ ok: true, value: { text: "a".repeat(100_000) } });
});
