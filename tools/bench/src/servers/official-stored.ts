import { answerOrders } from "./answer-orders.js";
import { createRequestHandler } from "./official-agent.js";
import { serveOfficial } from "./official-express.js";
import { openOfficialDatabase } from "./official-store.js";

const { store } = await openOfficialDatabase(process.argv[2]);
answerOrders(await serveOfficial(createRequestHandler(store)));
