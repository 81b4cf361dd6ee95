import { createHash, createHmac } from "node:crypto";

export type S3Stub = {
  url: string;
  files: Map<string, Uint8Array>;
  /** `METHOD path?query` of every request, refused ones too. */
  requests: string[];
  refused: string[];
  /** Answers every request with this status, until it is null again. */
  failWith: number | null;
  /** Requests that are answered before `failWith` or `isSilent` begin to hold. */
  goodAnswers: number;
  /** Takes every request and answers none. */
  isSilent: boolean;
  stop(): Promise<void>;
};

export const s3Key = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a/secret+key" } as const;

/**
 * The part of S3's protocol that the service uses: put, get, head, delete and multipart uploads of one bucket, addressed by path.
 * Every request has to carry a right signature (AWS Signature Version 4, header form).
 */
export function startS3Stub(): S3Stub {
  const uploads = new Map<string, Uint8Array[]>();
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  const stub: S3Stub = {
    url: `http://127.0.0.1:${server.port}`,
    files: new Map(),
    requests: [],
    refused: [],
    failWith: null,
    goodAnswers: 0,
    isSilent: false,
    stop: () => server.stop(true),
  };
  return stub;

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const name = decodeURIComponent(url.pathname);
    const body = new Uint8Array(await request.arrayBuffer());
    stub.requests.push(`${request.method} ${url.pathname}${url.search}`);
    if (stub.goodAnswers > 0) stub.goodAnswers -= 1;
    else if (stub.isSilent) return new Promise<never>(() => {});
    else if (stub.failWith !== null) return error(stub.failWith, "SlowDown");
    const problem = signatureProblem(request, url, body);
    if (problem !== null) {
      stub.refused.push(problem);
      return error(403, "SignatureDoesNotMatch");
    }
    const uploadId = url.searchParams.get("uploadId");
    if (request.method === "POST" && url.searchParams.has("uploads")) {
      uploads.set("upload-1", []);
      return xml(
        `<InitiateMultipartUploadResult><UploadId>upload-1</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const parts = uploadId === null ? undefined : uploads.get(uploadId);
    if (request.method === "PUT" && parts !== undefined) {
      parts[Number(url.searchParams.get("partNumber")) - 1] = body;
      return new Response(null, { headers: { etag: `"${url.searchParams.get("partNumber")}"` } });
    }
    if (request.method === "POST" && parts !== undefined) {
      stub.files.set(name, Buffer.concat(parts));
      return xml(`<CompleteMultipartUploadResult><ETag>"all"</ETag></CompleteMultipartUploadResult>`);
    }
    if (request.method === "DELETE") {
      const isGone = uploadId === null ? stub.files.delete(name) : uploads.delete(uploadId);
      // As Google answers; AWS has 204 for a file that is not there.
      return isGone ? new Response(null, { status: 204 }) : error(404, "NoSuchKey");
    }
    if (request.method === "PUT") {
      stub.files.set(name, body);
      return new Response(null, { headers: { etag: '"1"' } });
    }
    const file = stub.files.get(name);
    return file === undefined ? error(404, "NoSuchKey") : new Response(Buffer.from(file));
  }
}

function xml(text: string): Response {
  return new Response(`<?xml version="1.0"?>${text}`, { headers: { "content-type": "application/xml" } });
}

function error(status: number, code: string): Response {
  return new Response(`<Error><Code>${code}</Code></Error>`, {
    status,
    headers: { "content-type": "application/xml" },
  });
}

/** Null for a right signature. Source: AWS, "Create a signed AWS API request". */
function signatureProblem(request: Request, url: URL, body: Uint8Array): string | null {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const found = pattern.exec(request.headers.get("authorization") ?? "");
  if (found === null) return "no signature";
  const [, accessKeyId, day = "", region = "", signedHeaders = "", signature] = found;
  if (accessKeyId !== s3Key.accessKeyId) return "another key";
  const names = signedHeaders.split(";");
  if (!["host", "x-amz-date", "x-amz-content-sha256"].every((name) => names.includes(name)))
    return "headers unsigned";
  const content = request.headers.get("x-amz-content-sha256") ?? "";
  if (content !== "UNSIGNED-PAYLOAD" && content !== sha256(body)) return "another body";
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted();
  const canonicalRequest = [
    request.method,
    url.pathname,
    query.join("&"),
    ...names.map((name) => `${name}:${request.headers.get(name)?.trim()}`),
    "",
    signedHeaders,
    content,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = [
    "AWS4-HMAC-SHA256",
    request.headers.get("x-amz-date"),
    scope,
    sha256(canonicalRequest),
  ].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    Buffer.from(`AWS4${s3Key.secretAccessKey}`),
  );
  const expected = createHmac("sha256", key).update(toSign).digest("hex");
  return expected === signature ? null : `another signature for ${canonicalRequest}`;
}

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
