import type { ErrorCode } from "../../service/errors.ts";

/** What each code of service/errors.ts means and what its reader does about it: the text of docs/error-codes.md. */
export const meaningByErrorCode: Record<ErrorCode, string> = {
  invalid_request:
    "The request itself is malformed: `Host`, `Content-Length`, `Content-Encoding` or a form. Send plain HTTP/1.1 and an uncompressed body.",
  validation_error:
    "An argument of a tool, a command or a form breaks a rule. Change the field that `details` or the message names.",
  invalid_cursor: "The cursor is not one of this list. Read the list from its beginning, without a cursor.",
  invalid_parameters:
    "A parameter of the path or the query, or a choice in a form, is out of bounds. `/openapi.json` names the bounds.",
  invalid_body:
    "The body does not fit the operation's schema. `details` names each field and its rule; mend those.",
  invalid_json:
    "The body is not JSON in UTF-8, or is nested deeper than 32. Check how it was written, and send no `Content-Encoding`.",
  invalid_payload:
    "The conversion does not fit the schema `ConversionEvent` of `/openapi.json`. Mend the field that `X-Service-Hint` names.",
  idempotency_key_required:
    "The header `Idempotency-Key` is missing, sent twice or not well formed. Send one of 1 to 100 characters, without commas and control characters.",
  confirmation_required:
    "The act needs a confirmation that is missing. To delete reporting data send `X-Service-Confirm: DELETE REPORTING DATA`; to send a report of nothing but zeros accept the zeros.",
  occurred_at_out_of_range:
    "`occurredAt` is more than 30 days from the server's time. Check the sender's clock; older conversions are not taken.",
  unsafe_endpoint:
    "The webhook's address has to be https, without user and password, on port 443 or on a port from 1024 up. All addresses of its host have to be public. Use an address that is reachable from the internet.",
  unauthorized: "No valid API key came along. Send one that is neither revoked nor expired as `X-API-Key`.",
  invalid_signature:
    "The conversion's signature or its timestamp is wrong. Sign timestamp, dot and the raw body by HMAC-SHA-256 with the API key; the SDK does it.",
  agency_plan_required:
    "The key is right, but the agency's plan does not include this. Ask the agency's account owner.",
  insufficient_scope:
    "The person allowed its assistant less than this tool needs. Ask for the scopes that `WWW-Authenticate` names; the person decides.",
  not_permitted:
    "The person in whose name the assistant works may not do this. Tell the person; the owner of the agency gives roles.",
  https_required: "Plain HTTP is refused. Call the same address with https.",
  not_found:
    "Nothing of this id belongs to the agency, or the address does not exist. Check the id and whose key it is; another agency's id looks the same.",
  scope_not_found:
    "The agency has no release, campaign or portfolio of this `scopeType` and `scopeId`. Check both.",
  release_not_found:
    "The agency has no release of this `pressReleaseId`. Check the id and whose key signs the conversion.",
  persona_missing: "The client has no persona yet. Write neutrally, or have the agency add one.",
  method_not_allowed: "The address exists, but not with this method. `Allow` names those that it takes.",
  insufficient_credits:
    "The publication costs more credits than are available. The agency buys more, and the call is repeated.",
  credit_limit_exceeded:
    "The publication costs more credits than `maxCredits` of the call allows. Ask a person before you raise it.",
  idempotency_conflict:
    "The idempotency key belongs to an earlier call with another input. Use a new key for a new order, or the same input.",
  version_conflict:
    "Somebody else changed it meanwhile. Read it anew, and apply your change to what stands there now.",
  draft_locked:
    "The draft is scheduled or published and can't be edited. Stop the schedule, correct the release, or write a new draft.",
  no_changes:
    "The text is the same as the one that stands there. Nothing was written, and nothing needs to be done.",
  no_approver:
    "Nobody of this client can be asked for the approval: no such contact may approve, or it has no mail address. The agency adds one.",
  approval_pending: "A request waits for its answer. Wait for it, or edit the draft, which ends the request.",
  draft_has_warnings:
    "The draft has words that the client avoids, or pictures that readers won't see. Change them, or send it with `acceptWarnings`.",
  already_published:
    "The draft is scheduled or published already, so this step is behind it. Correct or archive the release, or write a new draft.",
  release_status_conflict:
    "The release or its draft is in a state in which this can't be done; the message names it. Read the release and choose the step that fits.",
  imprint_missing:
    "The client's newsroom has no imprint, which the law asks for. Enter it in the newsroom's settings, or by `pr-service newsroom set --client ID --imprint URL`.",
  domain_taken:
    "Another newsroom has proven this host name. It is removed there first, by its agency or by the operator.",
  domain_not_proven:
    "Neither the TXT record nor the page with the token was found. Set what `pr-service newsroom domain list` shows, wait for the name server, and try again.",
  not_approved: "No person has approved this version. Send a request for approval and wait for the answer.",
  approval_outdated:
    "The text was edited after the version that was approved or named. Send the newest version for approval.",
  approval_expired: "The request ran out without an answer. Send a new one.",
  embargo_active: "The draft is under embargo. Give `publishAt` that moment or a later one.",
  draft_too_short: "The draft has too few words for this. Write the text first.",
  last_owner: "An agency keeps at least one owner. Make somebody else an owner first.",
  export_not_ready:
    "The export's file is not made yet, or the job failed. Ask its `statusUrl`, or wait for the event `export.completed`.",
  endpoint_already_registered:
    "The agency has an active or paused webhook for this address. Use that one, or disable it first.",
  webhook_limit_reached:
    "The agency has as many active and paused webhooks as it may have. Disable one first.",
  asset_in_use:
    "A published or planned release or a newsroom shows the picture or file, or a press mailing is being sent with it. Correct, archive or stop the release, choose another picture there, or wait until the mailing is sent, and remove it then.",
  asset_incomplete:
    "A picture lacks the alt text or the credit that a published release needs. Enter it, and repeat the step.",
  asset_limit_reached:
    "The agency's room for pictures and files, or its number of unfinished uploads, is used up. Remove or finish some, or ask the operator for more room.",
  upload_conflict:
    "The part does not follow the bytes that arrived. Go on at the byte that the message names.",
  export_expired: "The file was kept for 30 days and is gone. Order the export anew, with a new key.",
  payload_too_large: "The body or the file has more bytes than are taken here. Send a smaller one.",
  file_type_refused:
    "The file is empty, or of a type that is not taken. The message names the types; export it as one of those.",
  picture_refused:
    "The picture can't be read, is too large in pixels, or has a position in a place where it can't be removed. Export it anew in a picture program.",
  misdirected_request:
    "The `Host` is none of this service. Call its own address; the operator can add a name to `ALLOWED_HOSTS`.",
  rate_limit_exceeded:
    "The agency's limit of an hour is used up, REST and agents together, or the half of it that the assistants of one person get. Wait as many seconds as `Retry-After` says. Of a request for an approval: programs have asked this contact too often; people can ask in the dashboard.",
  internal_error:
    "Something unexpected went wrong here. Repeat the call; if it fails again, give the operator the `X-Request-Id`.",
  export_creation_failed: "The job was neither created nor found. Repeat the call with the same key.",
  service_unavailable:
    "The database does not answer in time, or the agency's own calls take all of its seats. Wait as many seconds as `Retry-After` says, and repeat the call.",
};
