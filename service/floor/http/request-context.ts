/** What the edge knows of a request before any route runs. Times are milliseconds of the monotonic clock. */
export type RequestContext = {
  requestId: string;
  /** The client's address: the socket's, or the one that trusted proxies vouch for. */
  clientAddress: string;
  /** Whether it came over HTTPS, to us or to a trusted proxy. */
  isSecure: boolean;
  receivedAtMs: number;
  /** The own domain of a newsroom, where it came by one. */
  ownHost?: string;
  /** The request as the runtime knows it, where routes see another one in its place. */
  received?: Request;
  /** Set by the route that took the request, for log and metrics: a pattern, never the path itself. */
  route: string | null;
  /** Length of the body that a GET would get, where a route answers HEAD without making one: the router would say 0. */
  headBytes?: number;
  /** Set where a known agency's call was refused: what its list of refused requests shows. */
  refusal?: Refusal;
};

/** A refused call. It holds nothing that the caller sent: route, code and hint are texts of ours. */
export type Refusal = {
  agencyId: number;
  keyId: string;
  /** The tool that was called, where it was an agent's call. */
  tool?: string;
  status: number;
  code: string;
  hint: string;
};

const contexts = new WeakMap<Request, RequestContext>();

/** Called for every answer once its status is known; must neither throw nor wait. */
export type ObserveAnswer = (answer: {
  request: Request;
  context: RequestContext;
  status: number;
  durationMs: number;
}) => void;

export function setRequestContext(request: Request, context: RequestContext): void {
  contexts.set(request, context);
}

/** The context of a request that came through the edge. Throws for one that did not: a fault of the program. */
export function requestContext(request: Request): RequestContext {
  const context = contexts.get(request);
  if (context === undefined) throw new Error("The request did not come through the edge.");
  return context;
}
