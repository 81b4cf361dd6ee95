import { Elysia } from "elysia";

/** A program of its own: the least that this framework can be, as a reference for memory. */
new Elysia().get("/", () => "Hello").listen({ hostname: "127.0.0.1", port: Number(process.argv[2]) });
