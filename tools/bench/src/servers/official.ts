import { answerOrders } from "./answer-orders.js";
import { createRequestHandler } from "./official-agent.js";
import { serveOfficial } from "./official-express.js";

answerOrders(await serveOfficial(createRequestHandler()));
