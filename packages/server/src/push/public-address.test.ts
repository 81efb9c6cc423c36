import { describe, expect, test } from "vitest";
import { isPublicAddress, isSameAddress } from "./public-address.js";

describe("an address is on the public internet", () => {
  for (const [name, address] of [
    ["of IPv4", "8.8.8.8"],
    ["beside a private network", "172.32.0.1"],
    ["beside the shared addresses", "100.128.0.0"],
    ["beside the benchmarks", "198.20.0.0"],
    ["of IPv6", "2606:4700::1111"],
    ["of IPv4, written in IPv6", "::ffff:8.8.8.8"],
  ] as const) {
    test(name, () => expect(isPublicAddress(address)).toBe(true));
  }
});

describe("an address is not on the public internet", () => {
  for (const [name, address] of [
    ["that is none", "client.example"],
    ["that is nothing", ""],
    ["of this machine", "127.0.0.1"],
    ["at the end of this machine's", "127.255.255.255"],
    ["of this network", "0.0.0.0"],
    ["of network 10", "10.255.255.255"],
    ["of network 172.16", "172.31.0.1"],
    ["of network 192.168", "192.168.0.1"],
    ["of this link", "169.254.0.1"],
    ["of a cloud's metadata", "169.254.169.254"],
    ["of Azure's metadata", "168.63.129.16"],
    ["of Azure's metadata, written in IPv6", "::ffff:168.63.129.16"],
    ["of Alibaba's metadata", "100.100.100.200"],
    ["of Oracle's metadata", "192.0.0.192"],
    ["shared by a provider's customers", "100.64.0.1"],
    ["of protocol assignments", "192.0.0.1"],
    ["of documentation", "192.0.2.1"],
    ["of more documentation", "198.51.100.1"],
    ["of benchmarks", "198.19.255.255"],
    ["of a group", "239.255.255.250"],
    ["of the future", "240.0.0.1"],
    ["of everybody", "255.255.255.255"],
    ["of this machine in IPv6", "::1"],
    ["of nobody in IPv6", "::"],
    ["of this machine within IPv6", "::ffff:127.0.0.1"],
    ["of this machine within IPv6, in hexadecimal", "::ffff:7f00:1"],
    ["of this machine within IPv6, as it was once written", "::7f00:1"],
    ["of this machine, translated", "64:ff9b::127.0.0.1"],
    ["of this machine, translated locally", "64:ff9b:1::7f00:1"],
    ["of this machine, through 6to4", "2002:7f00:1::"],
    ["of this machine, through Teredo", "2001:0:4136:e378:8000:63bf:80ff:fffe"],
    ["of this link in IPv6", "fe80::1"],
    ["of this site in IPv6", "fec0::1"],
    ["of a private network in IPv6", "fc00::1"],
    ["of a cloud's metadata in IPv6", "fd00:ec2::254"],
    ["of a group in IPv6", "ff02::1"],
    ["of documentation in IPv6", "2001:db8::1"],
    ["of what goes nowhere", "100::1"],
    ["of what nobody has been given", "4000::1"],
    ["of this link with a zone", "fe80::1%eth0"],
  ] as const) {
    test(name, () => expect(isPublicAddress(address)).toBe(false));
  }
});

for (const [one, other, is] of [
  ["127.0.0.1", "127.0.0.1", true],
  ["::1", "0:0:0:0:0:0:0:1", true],
  ["127.0.0.1", "::ffff:7f00:1", true],
  ["redis", "redis", true],
  ["redis", "127.0.0.1", false],
  ["127.0.0.1", "127.0.0.2", false],
] as const) {
  test(`${one} and ${other} are ${is ? "the same" : "two"}`, () => expect(isSameAddress(one, other)).toBe(is));
}
