import { createRequire } from "node:module";
import { defineAgent } from "@a2a/server";
import { create, createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import type { Client, ClientDuplexStream, ClientReadableStream, ServiceClientConstructor, ServiceDefinition } from "@grpc/grpc-js";
import { credentials, makeClientConstructor } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { describe, expect, onTestFinished, test } from "vitest";
import { open } from "./opened.js";
import { connectHttp2, post } from "./posted.js";
import { facts03, facts10 } from "./published-facts.js";
import { call, rawClient } from "./raw-client.js";

const agent = defineAgent({
  card: { name: "Echo" },
  async *run({ text }) {
    yield text;
  },
});
const services = [facts10, facts03].map((facts) => `${facts.package}.${facts.service}`);

/** A client made of a published text, which comes with the library that serves it. */
function clientOf(path: string, service: string, address: string): Client {
  const definition = loadSync(createRequire(import.meta.url).resolve(path), { keepCase: true, enums: String, oneofs: true });
  // safe: the text has it
  const Made: ServiceClientConstructor = makeClientConstructor(definition[service] as ServiceDefinition, service);
  const client = new Made(address, credentials.createInsecure());
  onTestFinished(() => client.close());
  return client;
}

interface Asked {
  readonly code: number;
  readonly answer: unknown;
}

function ask(client: Client, rpc: string, request: object): Promise<Asked> {
  return new Promise((resolve) => {
    const done = (error: { code: number } | null, answer: unknown): void => resolve({ code: error?.code ?? 0, answer });
    Reflect.apply(Reflect.get(client, rpc), client, [request, done]);
  });
}

describe("health", () => {
  const healthOf = (address: string): Client =>
    clientOf("grpc-health-check/proto/health/v1/health.proto", "grpc.health.v1.Health", address);

  test("every service is well, and so is the server", async () => {
    const client = healthOf((await open(agent.definition)).grpc.url);
    for (const service of ["", ...services])
      expect(await ask(client, "Check", { service })).toEqual({ code: 0, answer: { status: "SERVING" } });
    expect(await ask(client, "List", {})).toEqual({
      code: 0,
      answer: { statuses: Object.fromEntries(["", ...services].map((service) => [service, { status: "SERVING" }])) },
    });
  });

  test("a service that nobody knows is NOT_FOUND, and bytes that are no request INVALID_ARGUMENT", async () => {
    const { grpc } = await open(agent.definition);
    expect(await ask(healthOf(grpc.url), "Check", { service: "guess" })).toMatchObject({ code: 5 });
    for (const rpc of ["Check", "Watch"]) {
      expect((await call(rawClient(grpc.url), `/grpc.health.v1.Health/${rpc}`, Buffer.from([0xff]))).status.code).toBe(3);
    }
  });

  test("whoever watches hears that the agent closes, and then the call ends", async () => {
    const { grpc, http } = await open(agent.definition);
    const client = healthOf(grpc.url);
    const heard = ["", "guess"].map((service) => {
      const stream: ClientReadableStream<{ status: string }> = Reflect.apply(Reflect.get(client, "Watch"), client, [{ service }]);
      const told: string[] = [];
      stream.on("data", ({ status }) => told.push(status));
      const begun = new Promise((resolve) => stream.once("data", resolve));
      return { told, begun, ended: new Promise((resolve) => stream.once("status", resolve)) };
    });
    await Promise.all(heard.map(({ begun }) => begun));
    await http.close();
    await Promise.all(heard.map(({ ended }) => ended));
    expect(heard.map(({ told }) => told)).toEqual([["SERVING", "NOT_SERVING"], ["SERVICE_UNKNOWN"]]);
  });

  test("no more watch than there may be streams", async () => {
    const { grpc } = await open(agent.definition, { maxStreams: 1 });
    const client = healthOf(grpc.url);
    const watch = (): ClientReadableStream<unknown> => Reflect.apply(Reflect.get(client, "Watch"), client, [{ service: "" }]);
    const first = watch().on("error", () => undefined);
    await new Promise((resolve) => first.once("data", resolve));
    const second = watch().on("error", () => undefined);
    expect(await new Promise((resolve) => second.once("status", ({ code }) => resolve(code)))).toBe(8);
  });

  test("it can be left out", async () => {
    const { grpc } = await open(agent.definition, {}, { health: false });
    expect(await ask(healthOf(grpc.url), "Check", { service: "" })).toMatchObject({ code: 12 });
  });
});

for (const version of ["v1", "v1alpha"]) {
  describe(`reflection by ${version}`, () => {
    const service = `grpc.reflection.${version}.ServerReflection`;
    const reflect = async (address: string, ...requests: object[]): Promise<Record<string, Record<string, never>>[]> => {
      const client = clientOf(`@grpc/reflection/build/proto/grpc/reflection/${version}/reflection.proto`, service, address);
      const stream: ClientDuplexStream<object, never> = Reflect.apply(Reflect.get(client, "ServerReflectionInfo"), client, []);
      const answers: never[] = [];
      stream.on("data", (answer: never) => answers.push(answer));
      for (const request of requests) stream.write(request);
      stream.end();
      await new Promise((resolve, reject) => stream.once("error", reject).once("end", resolve));
      return answers;
    };

    test("the services are listed", async () => {
      const { grpc } = await open(agent.definition);
      const [answer] = await reflect(grpc.url, { list_services: "" });
      const names = ["grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"];
      expect(answer?.list_services_response?.service).toEqual([...services, ...names].map((name) => ({ name })));
    });

    test("files are found by symbol and by name, with all that they import", async () => {
      const { grpc } = await open(agent.definition);
      const symbols = services.flatMap((name) => [name, `${name}.SendMessage`, name.replace("A2AService", "Task.context_id")]);
      const enums = [facts10, facts03].map((facts) => `${facts.package}.ROLE_USER`);
      const asked = [...symbols, ...enums].map((file_containing_symbol) => ({ file_containing_symbol }));
      const answers = await reflect(grpc.url, ...asked, { file_by_filename: "lf.a2a.v1.proto" });
      for (const answer of answers) {
        const protos: Buffer[] = answer.file_descriptor_response?.file_descriptor_proto ?? [];
        const file = protos.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes));
        // Each file has to stand behind those that it imports.
        const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: file.toReversed() }));
        expect(registry.getFile(file[0]?.name ?? "")?.services[0]?.typeName).toMatch(/A2AService$/);
      }
      expect(answers).toHaveLength(asked.length + 1);
    });

    test("what is not there is NOT_FOUND, and the conversation goes on", async () => {
      const { grpc } = await open(agent.definition);
      const answers = await reflect(
        grpc.url,
        { file_containing_symbol: "guess" },
        { file_by_filename: "guess.proto" },
        { file_containing_extension: { containing_type: "lf.a2a.v1.Task", extension_number: 1 } },
        { all_extension_numbers_of_type: "guess" },
        {},
        { all_extension_numbers_of_type: "lf.a2a.v1.Task" },
      );
      expect(answers.slice(0, 5).map((answer) => answer.error_response?.error_code)).toEqual([5, 5, 5, 5, 5]);
      expect(answers[5]?.all_extension_numbers_response).toMatchObject({ base_type_name: "lf.a2a.v1.Task" });
    });

    test("bytes that are no request end it with INVALID_ARGUMENT", async () => {
      const { grpc } = await open(agent.definition);
      const { status } = await call(rawClient(grpc.url), `/${service}/ServerReflectionInfo`, Buffer.from([0xff]));
      expect(status.code).toBe(3);
    });

    test("bytes that are no request end it also where others stand before and behind them", async () => {
      const { grpc } = await open(agent.definition);
      const [list, bad] = [Buffer.from([0x3a, 0]), Buffer.from([0xff])];
      const session = await connectHttp2(grpc.url);
      expect(await post(session, `/${service}/ServerReflectionInfo`, list, bad, list, bad).ended).toBe("3");
    });

    test("it can be left out", async () => {
      const { grpc } = await open(agent.definition, {}, { reflection: false });
      await expect(reflect(grpc.url, { list_services: "" })).rejects.toMatchObject({ code: 12 });
    });
  });
}
