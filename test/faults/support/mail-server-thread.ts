/** A mail server in a thread of its own: what is measured beside it is the service, and not the mails that it takes. */
import { parentPort } from "node:worker_threads";
import { startMailServer } from "../../support/mail-server.ts";

const mailServer = await startMailServer();
parentPort?.postMessage(mailServer.url);
