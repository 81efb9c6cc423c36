import { serve } from "@a2a/server/node";
import { createTestbed } from "@a2a/testbed";
import { answerOrders } from "./answer-orders.js";
import { openStore } from "./open-store.js";

const testbed = createTestbed({ store: await openStore(process.argv[2]) });
const { port } = await serve(testbed, { ...testbed.options, port: 0 });
answerOrders(port);
