import { expect, test } from "vitest";
import { parseAddress } from "./address.js";
import type { ChannelTo } from "./channels.js";
import { createChannels } from "./channels.js";
import type { GrpcClientOptions } from "./options.js";
import { completeGrpcClientOptions } from "./options.js";

const options = completeGrpcClientOptions({});

function channelAt(channelTo: ChannelTo, text: string, maxReceiveBytes = 1000): unknown {
  const address = parseAddress(text, options);
  if (!address) throw new TypeError(text);
  return channelTo(address, maxReceiveBytes);
}

test("an address has one channel, whichever way it is written", () => {
  const channelTo = createChannels(options);
  const channel = channelAt(channelTo, "localhost:1");
  expect(channelAt(channelTo, "http://localhost:1/path")).toBe(channel);
  expect(channelAt(channelTo, "https://localhost:1")).not.toBe(channel);
  expect(channelAt(channelTo, "localhost:2")).not.toBe(channel);
  expect(channelAt(channelTo, "localhost:1", 2000)).not.toBe(channel);
});

test("ever new addresses do not fill the memory", () => {
  const channelTo = createChannels(options);
  const first = channelAt(channelTo, "localhost:1");
  for (let port = 2; port <= 257; port += 1) channelAt(channelTo, `localhost:${port}`);
  expect(channelAt(channelTo, "localhost:1")).not.toBe(first);
});

test("options that are undefined have their defaults", () => {
  // safe: what TypeScript lets through without exactOptionalPropertyTypes
  const given = { plaintext: undefined, keepaliveMs: undefined } as unknown as GrpcClientOptions;
  expect(completeGrpcClientOptions(given)).toEqual(options);
});
