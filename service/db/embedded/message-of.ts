import type { MessagePort, Worker } from "node:worker_threads";

/** Resolves with what `read` makes of the first message from `port` of which it makes something. */
export function messageOf<Message, T>(
  port: MessagePort | Worker,
  read: (message: Message) => T | undefined,
): Promise<T> {
  return new Promise((resolve) => {
    port.on("message", (message: Message) => {
      const value = read(message);
      if (value !== undefined) resolve(value);
    });
  });
}
