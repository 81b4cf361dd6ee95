import type { Socket } from "node:net";
import type { PGlite } from "@electric-sql/pglite";
import { createAnswerWatcher } from "./answer-watcher.ts";
import type { BackendLock } from "./backend-lock.ts";
import {
  asksForAnswer,
  closeStatementMessage,
  concatenate,
  type FrontendMessage,
  preparedStatementName,
  queryMessage,
  syncMessage,
  takeMessage,
} from "./wire-protocol.ts";

/** A client that opens a transaction and then says nothing would stop everybody: it is cut off. */
const silentHolderTimeoutMs = 30_000;

/**
 * Serves one connection from the one backend that PGlite has.
 *
 * The backend belongs to a connection from the first message of a cycle until ReadyForQuery says "idle", so extended
 * queries and transactions of two connections never mix. The packaged socket server (@electric-sql/pglite-socket
 * 0.2.17) hands the backend over after every message instead: with 8 connections, 4,000 queries gave 11 answers that
 * belonged to another connection and 87 times `portal "" does not exist`, then it stood still.
 */
export function serveConnection(input: {
  socket: Socket;
  database: PGlite;
  backendLock: BackendLock;
  /** Called when the backend has given up; it never returns from the statement. */
  onPanic: (message: string) => void;
}): void {
  const { socket, database, backendLock, onPanic } = input;
  const answers = createAnswerWatcher(onPanic);
  const backend = createHold(backendLock);
  const reader = createMessageReader();
  const statementNames = new Set<string>();
  let pending: Uint8Array[] = [];
  let isClosed = false;
  let work: Promise<void> = Promise.resolve();

  socket.setTimeout(0);
  socket.on("data", (chunk: Uint8Array) => {
    work = work.then(() => receive(chunk)).catch(() => void socket.destroy());
  });
  socket.on("timeout", () => socket.destroy());
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    isClosed = true;
    work = work.then(cleanUp, cleanUp);
  });

  async function receive(chunk: Uint8Array): Promise<void> {
    reader.push(chunk);
    for (let message = reader.next(); message !== null && !isClosed; message = reader.next())
      await accept(message);
  }

  async function accept(message: FrontendMessage): Promise<void> {
    if (message.kind === "encryption-request") {
      socket.write("N");
      return;
    }
    if (message.kind === "other-first" || (message.kind === "typed" && message.type === "X")) {
      // A cancel request, an old protocol, or goodbye. Terminate must not reach the backend: it would end for all.
      socket.end();
      return;
    }
    pending.push(message.bytes);
    if (message.kind === "startup") {
      await exchange();
      return;
    }
    if (message.type === "P") statementNames.add(preparedStatementName(message.bytes));
    if (asksForAnswer(message.type)) await exchange();
  }

  async function exchange(): Promise<void> {
    await backend.take();
    const messages = concatenate(pending);
    pending = [];
    answers.reset();
    socket.setTimeout(0);
    try {
      await database.execProtocolRawStream(messages, {
        onRawData: (answer) => {
          answers.push(answer);
          if (!isClosed) socket.write(Buffer.from(answer));
        },
      });
    } finally {
      if (answers.status() === "I") backend.giveBack();
      else socket.setTimeout(silentHolderTimeoutMs);
    }
  }

  async function cleanUp(): Promise<void> {
    await backend.take();
    try {
      await endSession(database, statementNames, answers.push);
    } finally {
      backend.giveBack();
    }
  }
}

/** One connection's hold on the backend; taking it again while it is held does nothing. */
function createHold(backendLock: BackendLock) {
  let isHolding = false;
  return {
    async take(): Promise<void> {
      if (isHolding) return;
      await backendLock.acquire();
      isHolding = true;
    },
    giveBack(): void {
      isHolding = false;
      backendLock.release();
    },
  };
}

/** Takes chunks as they come and gives whole messages. Before the startup message a client's messages have another form. */
function createMessageReader() {
  let buffer: Uint8Array = new Uint8Array(0);
  let isStarted = false;
  return {
    push(chunk: Uint8Array): void {
      buffer = buffer.byteLength === 0 ? chunk : concatenate([buffer, chunk]);
    },
    next(): FrontendMessage | null {
      const taken = takeMessage(buffer, isStarted);
      if (taken === null) return null;
      buffer = taken.rest;
      if (taken.message.kind === "startup") isStarted = true;
      return taken.message;
    },
  };
}

/** Ends what a connection left open: its transaction and its prepared statements, which the backend keeps. */
async function endSession(
  database: PGlite,
  statementNames: ReadonlySet<string>,
  onRawData: (answer: Uint8Array) => void,
): Promise<void> {
  await database.execProtocolRawStream(syncMessage(), { onRawData });
  if (database.isInTransaction())
    await database.execProtocolRawStream(queryMessage("rollback"), { onRawData });
  const closes = [...statementNames].filter((name) => name !== "").map(closeStatementMessage);
  await database.execProtocolRawStream(concatenate([...closes, syncMessage()]), { onRawData });
}
