import { describe, expect, test } from "vitest";
import { problemOfWebhookUrl } from "./webhook-url.js";

const notHttps = "an https URL";
const notPublic = "a URL on the public internet";
const notPort = "a URL at port 443 or from 1024 on";
const notBare = "a URL without user and password";

describe("a webhook may be at", () => {
  for (const [name, url] of [
    ["a public name", "https://client.example/hook"],
    ["a public name with a port, a query and a fragment", "https://client.example:8443/hook?a=1#b"],
    ["a public name with the port that https has anyway", "https://client.example:443/hook"],
    ["the first port that anybody may open", "https://client.example:1024/"],
    ["the last port", "https://client.example:65535/"],
    ["a public name with a dot at its end", "https://client.example./hook"],
    ["a public name in capitals", "HTTPS://CLIENT.EXAMPLE/"],
    ["a name of other letters", "https://bücher.example/"],
    ["a name that only begins like a local one", "https://localhost.example/"],
    ["a name that only ends like a local one", "https://notlocal.mylocal/"],
    ["a public IPv4 address", "https://8.8.8.8/"],
    ["a public IPv6 address", "https://[2606:4700::1]/"],
    ["a public IPv4 address within an IPv6 one", "https://[::ffff:8.8.8.8]/"],
    ["the neighbours of private ranges", "https://172.32.0.1/"],
    ["the neighbours of shared ranges", "https://100.128.0.1/"],
  ] as const) {
    test(name, () => expect(problemOfWebhookUrl(url, [])).toBeUndefined());
  }
});

describe("a webhook may not be at", () => {
  for (const [name, url, expected] of [
    ["plain http", "http://client.example/hook", notHttps],
    ["a file", "file:///etc/passwd", notHttps],
    ["another scheme", "ftp://client.example/", notHttps],
    ["a script", "javascript:alert(1)", notHttps],
    ["data", "data:text/plain,x", notHttps],
    ["a web socket", "wss://client.example/", notHttps],
    ["a relative URL", "/hook", notHttps],
    ["no URL", "client.example", notHttps],
    ["nothing", "", notHttps],
    ["a URL without a host", "https://", notHttps],
    ["the port of shells", "https://client.example:22/", notPort],
    ["the port of mail", "https://client.example:25/", notPort],
    ["the port of http", "https://client.example:80/", notPort],
    ["the last port that an administrator opens", "https://client.example:1023/", notPort],
    ["a port that is none", "https://client.example:65536/", notHttps],
    ["a user", "https://user@client.example/", notBare],
    ["a user and a password", "https://user:secret@client.example/", notBare],
    ["a password alone", "https://:secret@client.example/", notBare],
    ["a host that looks like a user", "https://client.example@127.0.0.1/", notBare],
    ["this machine", "https://127.0.0.1/", notPublic],
    ["this machine on a port", "https://127.0.0.1:8443/", notPublic],
    ["any address of this machine", "https://127.255.0.3/", notPublic],
    ["this machine in IPv6", "https://[::1]/", notPublic],
    ["this machine as one number", "https://2130706433/", notPublic],
    ["this machine in hexadecimal", "https://0x7f000001/", notPublic],
    ["this machine in octal", "https://0177.0.0.1/", notPublic],
    ["this machine in short", "https://127.1/", notPublic],
    ["this machine in full-width digits", "https://１２７.0.0.1/", notPublic],
    ["this machine with other dots", "https://127。0。0。1/", notPublic],
    ["this machine in percent signs", "https://%31%32%37.0.0.1/", notPublic],
    ["this machine with a dot at the end", "https://127.0.0.1./", notPublic],
    ["this machine with dots at the end", "https://127.0.0.1../", notPublic],
    ["this machine within IPv6", "https://[::ffff:127.0.0.1]/", notPublic],
    ["this machine within IPv6, in hexadecimal", "https://[::ffff:7f00:1]/", notPublic],
    ["this machine within IPv6, as it was once written", "https://[::127.0.0.1]/", notPublic],
    ["this machine translated", "https://[64:ff9b::7f00:1]/", notPublic],
    ["this machine translated without state", "https://[::ffff:0:7f00:1]/", notPublic],
    ["this machine through 6to4", "https://[2002:7f00:1::]/", notPublic],
    ["no address", "https://0.0.0.0/", notPublic],
    ["no address in IPv6", "https://[::]/", notPublic],
    ["this network", "https://0.1.2.3/", notPublic],
    ["the network 10", "https://10.0.0.1/", notPublic],
    ["the network 172.16", "https://172.16.0.1/", notPublic],
    ["the end of the network 172.16", "https://172.31.255.255/", notPublic],
    ["the network 192.168", "https://192.168.1.1/", notPublic],
    ["the metadata of a cloud", "https://169.254.169.254/latest/meta-data/", notPublic],
    ["the metadata of a cloud within IPv6", "https://[::ffff:169.254.169.254]/", notPublic],
    ["the metadata of a cloud in IPv6", "https://[fd00:ec2::254]/", notPublic],
    ["the metadata of Azure", "https://168.63.129.16/metadata", notPublic],
    ["a provider's shared addresses", "https://100.64.0.1/", notPublic],
    ["benchmarks", "https://198.18.0.1/", notPublic],
    ["documentation", "https://203.0.113.1/", notPublic],
    ["many at once", "https://224.0.0.1/", notPublic],
    ["everyone", "https://255.255.255.255/", notPublic],
    ["the future", "https://240.0.0.1/", notPublic],
    ["this link in IPv6", "https://[fe80::1]/", notPublic],
    ["this site in IPv6", "https://[fec0::1]/", notPublic],
    ["a private network in IPv6", "https://[fd12:3456::1]/", notPublic],
    ["many at once in IPv6", "https://[ff02::1]/", notPublic],
    ["IPv6 that nobody has been given", "https://[4000::1]/", notPublic],
    ["an address with a port that an administrator opens", "https://127.0.0.1:22/", notPort],
    ["localhost in letters that look alike", "https://ｌｏｃａｌｈｏｓｔ/", notPublic],
    ["localhost with another dot", "https://app。localhost/", notPublic],
    ["localhost", "https://localhost/", notPublic],
    ["localhost in capitals", "https://LOCALHOST/", notPublic],
    ["localhost with a dot at the end", "https://localhost./", notPublic],
    ["localhost with dots at the end", "https://localhost../", notPublic],
    ["a name below localhost", "https://app.localhost/", notPublic],
    ["a name of the local link", "https://printer.local/", notPublic],
    ["a name of the local link with a dot at the end", "https://printer.local./", notPublic],
    ["an internal name", "https://metadata.google.internal/", notPublic],
    ["a name of an intranet", "https://wiki.intranet/", notPublic],
    ["a name of a home", "https://nas.home.arpa/", notPublic],
    ["a name without a dot", "https://redis/", notPublic],
    ["a name with nothing but a dot at the end", "https://redis./", notPublic],
  ] as const) {
    test(name, () => expect(problemOfWebhookUrl(url, [])).toBe(expected));
  }
});

describe("hosts that are allowed", () => {
  const allowed = ["127.0.0.1", "[::1]", "fd00::2", "Hooks.Internal", "redis"];

  for (const [name, url] of [
    ["may be on this machine, without https", "http://127.0.0.1:8080/hook"],
    ["may be on this machine, with https", "https://127.0.0.1/hook"],
    ["are found however their address is written", "http://0x7f000001/"],
    ["are found whether they are listed in brackets", "http://[::1]:8080/"],
    ["or without", "http://[fd00::2]/"],
    ["are found in any case", "http://hooks.INTERNAL/"],
    ["may be at any port", "http://127.0.0.1:80/"],
    ["are found within IPv6", "http://[::ffff:127.0.0.1]/"],
    ["are found with a dot at the end", "http://hooks.internal./"],
    ["may be names without a dot", "http://redis/"],
  ] as const) {
    test(name, () => expect(problemOfWebhookUrl(url, allowed)).toBeUndefined());
  }

  for (const [name, url, expected] of [
    ["do not open others", "https://127.0.0.2/", notPublic],
    ["do not open http for others", "http://client.example/", notHttps],
    ["do not open what is below them", "https://a.hooks.internal/", notPublic],
    ["do not open what ends like them", "https://evilredis/", notPublic],
    ["do not open other schemes", "ftp://127.0.0.1/", notHttps],
    ["may not be called with a user", "http://user:secret@127.0.0.1/", notBare],
  ] as const) {
    test(name, () => expect(problemOfWebhookUrl(url, allowed)).toBe(expected));
  }
});
