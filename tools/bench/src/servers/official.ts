import { createRequestHandler } from "./official-agent.js";
import { serveOfficial } from "./official-express.js";

serveOfficial(createRequestHandler());
