import { Agent, type AgentOptions, type RequestOptions } from "node:http";
import type { Socket } from "node:net";
import { connectPinned, type PinnedConnect } from "./connect-pinned.ts";

/** Connections that wait for another request to the same origin at the same address. */
export type ConnectionPool = {
  agent: Agent;
  /** Closes all connections, those in use too. */
  clear(): void;
};

/** What a request gives the agent beside the options of Node: where to connect, and the signal that aborts it. */
export type PinnedOptions = RequestOptions & {
  pinned: PinnedConnect;
  onConnecting: (socket: Socket) => void;
};

/**
 * As many as one process has deliveries under way; each waiting one costs a socket and, with TLS, some 50 KB. Those in use are
 * bounded by the sender: `maxTotalSockets` of Node does not count connections that are still being opened.
 */
const waitingMax = 64;
/** Below the 5 s after which Node and Apache close one by themselves: a request that crosses such a close has to be repeated. */
const waitingMsMaxDefault = 4_000;
/** So that an expired or withdrawn certificate, or a receiver that moved load elsewhere, is noticed. */
const ageMsMax = 60_000;

/**
 * Keeps connections between requests. The name of the target is looked up and checked anew before each request; a connection
 * is handed out only when that look-up came to the very address that the connection leads to.
 */
export function createConnectionPool(waitingMsMax: number = waitingMsMaxDefault): ConnectionPool {
  const openedAtMs = new WeakMap<Socket, number>();
  /** Oldest first. */
  const waiting = new Set<Socket>();
  const agent = createPinnedAgent(
    { keepAlive: true, scheduling: "lifo", timeout: waitingMsMax },
    (socket) => {
      openedAtMs.set(socket, performance.now());
      socket.once("close", () => waiting.delete(socket));
    },
  );
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  agent.keepSocketAlive = (socket: Socket) => {
    const isKept = performance.now() - (openedAtMs.get(socket) ?? 0) <= ageMsMax && keep(socket);
    if (!isKept) return false;
    waiting.add(socket);
    socket.on("data", destroyItself);
    const [oldest] = waiting;
    if (waiting.size > waitingMax && oldest !== undefined) {
      waiting.delete(oldest);
      oldest.destroy();
    }
    return true;
  };
  agent.reuseSocket = (socket: Socket, request) => {
    waiting.delete(socket);
    socket.off("data", destroyItself);
    reuse(socket, request);
  };
  return { agent, clear: () => agent.destroy() };
}

/**
 * An agent of Node for plain HTTP and TLS alike, whose connections lead to checked addresses only: a request gets its socket
 * once that stands and was checked. Connections are told apart by scheme, host, port, checked address and whom to trust.
 */
export function createPinnedAgent(options: AgentOptions, onOpen: (socket: Socket) => void = () => {}): Agent {
  const agent = new Agent(options);
  agent.getName = (request?: PinnedOptions) => {
    if (request === undefined) return "";
    const { target, ca } = request.pinned;
    return `${target.url.protocol}//${target.url.host} ${target.address} ${ca ?? ""}`;
  };
  agent.createConnection = ({ pinned, onConnecting }: PinnedOptions, done) => {
    const connecting = connectPinned(pinned, (error, socket) => {
      if (error === null) onOpen(socket);
      done?.(error, socket);
    });
    onConnecting(connecting);
    return undefined;
  };
  return agent;
}

/**
 * Bytes that come before a request was sent are no answer to it, but Node 20 and Deno 2.9 would take them for the next
 * answer.
 */
function destroyItself(this: Socket): void {
  this.destroy();
}
