import { serve } from "@a2a/server/node";
import { createTestbed } from "@a2a/testbed";
import { answerOrders } from "./answer-orders.js";

const testbed = createTestbed();
const { port } = await serve(testbed, { ...testbed.options, port: 0 });
answerOrders(port);
