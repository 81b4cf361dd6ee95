import { isRefusal, ServiceError, statusByErrorCode } from "../../../errors.ts";
import { appendUpload, getUpload, partBytesMax } from "../../../features/media/uploads.ts";
import type { Action } from "../../../features/people/rights.ts";
import { readBody, readForm } from "../../../floor/http/read-body.ts";
import { type Context, type Definition, definePage, defineRawForm, type ParamsOf } from "../definition.ts";
import { uuidInPath } from "../parts/path-id.ts";
import { refusalTexts } from "../refusals.ts";

/**
 * The edges of uploads in parts below a path, as `uploadScript` calls them: begin one, ask how far it is, send its next part, end it.
 * What they answer is JSON, also where something is refused.
 */
export function defineUploads<const Path extends string>(input: {
  path: Path;
  action: Action;
  /** Begins an upload and returns its id. */
  begin: (context: Context<ParamsOf<Path>>, file: { fileName: string; bytes: number }) => Promise<string>;
  /** Throws `not_found` for an upload that is not of this page. */
  check: (context: Context<ParamsOf<Path>>, uploadId: string) => Promise<void>;
  /** Ends an upload; what it returns is for the script. */
  finish: (context: Context<ParamsOf<Path>>, uploadId: string) => Promise<object>;
}): Definition[] {
  const { path, action, begin, check, finish } = input;
  const ofUpload = `${path}/:uploadId` as const;
  // The path of an upload begins with that of its page, so the router's parameters hold those of the page too.
  const outer = (context: unknown) => context as Context<ParamsOf<Path>>;
  const checked = async (context: Context<{ uploadId: string }>): Promise<string> => {
    const uploadId = uuidInPath(context.params.uploadId);
    await check(outer(context), uploadId);
    return uploadId;
  };
  return [
    defineRawForm({
      path,
      action,
      handle: (context) =>
        answerJson(async () => {
          const sent = await readForm(context.request);
          const file = { fileName: sent?.get("fileName") ?? "", bytes: Number(sent?.get("bytes")) };
          const uploadId = await begin(outer(context), file);
          return await getUpload(context.deps.sql, context.visit.agencyId, uploadId);
        }),
    }),
    definePage({
      path: ofUpload,
      action,
      handle: (context) =>
        answerJson(async () => getUpload(context.deps.sql, context.visit.agencyId, await checked(context))),
    }),
    /** `Content-Range` says where the part begins. */
    defineRawForm({
      path: ofUpload,
      action,
      handle: (context) =>
        answerJson(async () => {
          const { visit, request, deps } = context;
          const uploadId = await checked(context);
          const position = positionOf(request.headers.get("content-range"));
          const bytes = await readBody(request, partBytesMax);
          return await appendUpload(deps, visit.agencyId, { uploadId, position, bytes });
        }),
    }),
    defineRawForm({
      path: `${ofUpload}/fertig`,
      action,
      handle: (context) => answerJson(async () => finish(outer(context), await checked(context))),
    }),
  ];
}

/** Why an upload was refused, in German. */
export function uploadRefusal({ code, details }: ServiceError): string {
  return details?.formErrors[0] ?? refusalTexts[code] ?? "Das lässt sich so nicht hochladen.";
}

/** What a script gets: the result, or in German why there is none. */
export async function answerJson(
  work: () => Promise<object>,
  reasonOf: (error: ServiceError) => string | undefined = uploadRefusal,
): Promise<Response> {
  try {
    return Response.json(await work());
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return Response.json(
      { code: error.code, message: reasonOf(error) },
      { status: statusByErrorCode[error.code] },
    );
  }
}

/** RFC 9110 section 14.4: `bytes 0-999/5000`. */
function positionOf(contentRange: string | null): number {
  const [, first] = /^bytes (\d{1,12})-\d{1,12}\/\d{1,12}$/.exec(contentRange ?? "") ?? [];
  if (first === undefined)
    throw new ServiceError("invalid_parameters", "Content-Range has to be `bytes FIRST-LAST/TOTAL`.");
  return Number(first);
}
