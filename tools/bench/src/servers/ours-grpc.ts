import { serveGrpc } from "@a2a/grpc/server";
import { createA2AHandler } from "@a2a/server";
import { createTestbed } from "@a2a/testbed";
import { answerOrders } from "./answer-orders.js";

const testbed = createTestbed();
const { port } = await serveGrpc(createA2AHandler(testbed, testbed.options), { port: 0 });
answerOrders(port);
