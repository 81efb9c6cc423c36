// A program that has grpc-js refuse metadata of a peer, after it has loaded an entry of this package.

import { Metadata } from "@grpc/grpc-js";

const [, , entry = ""] = process.argv;
await import(`@a2a/grpc/${entry}`);
Metadata.fromHttp2Headers({ authorization: "Bearer s\u00e4cret" });
