-- Written by `bun run schema`; the migrations are the source.
CREATE FUNCTION public.announce_work(agency integer, queue_name text, wanted timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  if wanted is null then
    return;
  end if;
  perform
  from agency_work as work
  where work.agency_id = agency
    and work.queue = queue_name
    and work.due_at <= greatest(wanted, statement_timestamp())
  limit 1
  for key share skip locked;
  if not found then
    insert into agency_work (agency_id, queue, due_at) values (agency, queue_name, wanted);
  end if;
end
$$;

CREATE FUNCTION public.enqueue_message(agency integer, message uuid, message_type text, content text, release integer, queue_name text) RETURNS integer
    LANGUAGE plpgsql
    AS $$
declare
  endpoints uuid[];
begin
  select array_agg(id) into endpoints
  from webhook
  where agency_id = agency
    and disabled_at is null
    and message_type = any (events);
  if endpoints is null then
    return 0;
  end if;
  insert into webhook_message (agency_id, id, event_type, payload, release_id)
  values (agency, message, message_type, content, release);
  insert into webhook_queue (agency_id, webhook_id, message_id)
  select agency, id, message
  from webhook
  where agency_id = agency
    and id = any (endpoints);
  perform announce_work(agency, queue_name, statement_timestamp());
  return cardinality(endpoints);
end
$$;

CREATE FUNCTION public.insert_conversions(agencies integer[], events text[], ids uuid[], releases integer[], kinds text[], amounts text[], currencies text[], hashes text[], times text[], listened_to text) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
declare
  inserted bigint;
begin
  insert into conversion (
    agency_id, event_id, id, release_id, kind, value, currency, reference_hash, occurred_at
  )
  select
    release.agency_id, given.event_id, given.id, release.id, given.kind, given.value::numeric, given.currency,
    given.reference_hash::bytea, given.occurred_at::timestamptz
  from unnest(agencies, events, ids, releases, kinds, amounts, currencies, hashes, times) as given (
    agency_id, event_id, id, release_id, kind, value, currency, reference_hash, occurred_at
  )
  join release on release.agency_id = given.agency_id and release.id = given.release_id
  where release.agency_id = any (agencies)
    and not exists (
      select
      from webhook
      where webhook.agency_id = release.agency_id
        and webhook.disabled_at is null
        and listened_to = any (webhook.events)
    )
  -- In one order for all: two batches with the same events would otherwise wait for each other.
  order by release.agency_id, given.event_id
  on conflict (agency_id, event_id) do nothing;
  get diagnostics inserted = row_count;
  return inserted;
end
$$;

CREATE FUNCTION public.note_published_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.published_version = new.version;
  return new;
end;
$$;

CREATE FUNCTION public.refuse_goal_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op <> 'TRUNCATE' then
    if old.fixed_at is null then
      return case when tg_op = 'DELETE' then old else new end;
    end if;
    if tg_op = 'DELETE' and current_setting('pr_service.deletes_reports_of', true) = old.agency_id::text then
      return old;
    end if;
  end if;
  raise exception 'A fixed goal can be neither changed nor deleted.' using errcode = 'restrict_violation';
end
$$;

CREATE FUNCTION public.refuse_report_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' then
    if current_setting('pr_service.deletes_reports_of', true) = old.agency_id::text then
      return old;
    end if;
  end if;
  raise exception 'A publication report can be neither changed nor deleted.' using errcode = 'restrict_violation';
end
$$;

CREATE FUNCTION public.search_config(language text) RETURNS regconfig
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN CASE WHEN (language ~* '^en'::text) THEN 'english'::regconfig ELSE 'german'::regconfig END;

CREATE FUNCTION public.search_words(words text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace(replace(replace(replace(replace(lower(translate(NORMALIZE(words, NFC), 'ÄÖÜẞ'::text, 'äöüß'::text)), 'ä'::text, 'ae'::text), 'ö'::text, 'oe'::text), 'ü'::text, 'ue'::text), 'ß'::text, 'ss'::text), '\m(fuer|ueber|waehrend|koennen|koennte|wuerde|wuerden|haette|haetten|waere|waeren)\M'::text, ' '::text, 'g'::text);

CREATE FUNCTION public.release_words(client_id integer, language text, title text, subtitle text, topics text[], body_markdown text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((((array_to_tsvector(ARRAY[(('#'::text || client_id) || CASE WHEN (language ~* '^en'::text) THEN 'en'::text ELSE 'de'::text END)]) || setweight(to_tsvector(public.search_config(language), public.search_words(title)), 'A'::"char")) || setweight(to_tsvector(public.search_config(language), public.search_words(array_to_string(topics, ', '::text))), 'B'::"char")) || setweight(to_tsvector(public.search_config(language), public.search_words(COALESCE(subtitle, ''::text))), 'B'::"char")) || setweight(to_tsvector(public.search_config(language), public.search_words(regexp_replace(body_markdown, '\]\([^)]*\)'::text, ']'::text, 'g'::text))), 'D'::"char"));

CREATE TABLE public.address_day (
    agency_id integer NOT NULL,
    day date NOT NULL,
    release_id integer NOT NULL,
    address_id bigint NOT NULL,
    agents bigint[] NOT NULL,
    CONSTRAINT address_day_agents_check CHECK (((cardinality(agents) >= 1) AND (cardinality(agents) <= 40)))
)
PARTITION BY RANGE (day);

CREATE TABLE public.address_word (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    client_id integer NOT NULL,
    release_id integer,
    word text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT address_word_word_check CHECK (((char_length(word) >= 1) AND (char_length(word) <= 80)))
);

CREATE TABLE public.agency (
    id integer NOT NULL,
    name text NOT NULL,
    plan text NOT NULL,
    hourly_limit integer,
    time_zone text DEFAULT 'Europe/Berlin'::text NOT NULL,
    reference_pepper bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deletion_requested_at timestamp(3) with time zone,
    delete_after timestamp(3) with time zone,
    reads_articles boolean DEFAULT false NOT NULL,
    CONSTRAINT agency_deletion_check CHECK (((deletion_requested_at IS NULL) = (delete_after IS NULL))),
    CONSTRAINT agency_hourly_limit_check CHECK (((hourly_limit >= 0) AND (hourly_limit <= 1000000))),
    CONSTRAINT agency_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT agency_plan_check CHECK ((plan = ANY (ARRAY['starter'::text, 'agency'::text]))),
    CONSTRAINT agency_reference_pepper_check CHECK ((octet_length(reference_pepper) = 32))
);

CREATE TABLE public.agency_branding (
    agency_id integer NOT NULL,
    color_primary text,
    color_secondary text,
    sender_name text,
    reply_to text,
    conversion_labels jsonb DEFAULT '{}'::jsonb NOT NULL,
    logo_sha256 text,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT agency_branding_color_primary_check CHECK ((color_primary ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT agency_branding_color_secondary_check CHECK ((color_secondary ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT agency_branding_conversion_labels_check CHECK ((jsonb_typeof(conversion_labels) = 'object'::text)),
    CONSTRAINT agency_branding_reply_to_check CHECK (((char_length(reply_to) >= 3) AND (char_length(reply_to) <= 254))),
    CONSTRAINT agency_branding_sender_name_check CHECK (((char_length(sender_name) >= 1) AND (char_length(sender_name) <= 100)))
);

ALTER TABLE public.agency ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.agency_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.agency_work (
    agency_id integer NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    queue text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    announced_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT agency_work_queue_check CHECK (((char_length(queue) >= 1) AND (char_length(queue) <= 50)))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0', autovacuum_analyze_threshold='500');

CREATE TABLE public.agent_connection (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    client_hash bytea NOT NULL,
    client_kind text NOT NULL,
    client_name text NOT NULL,
    client_host text NOT NULL,
    scopes text[] NOT NULL,
    method text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    calls integer DEFAULT 0 NOT NULL,
    CONSTRAINT agent_connection_client_hash_check CHECK ((octet_length(client_hash) = 32)),
    CONSTRAINT agent_connection_client_host_check CHECK (((char_length(client_host) >= 1) AND (char_length(client_host) <= 253))),
    CONSTRAINT agent_connection_client_kind_check CHECK ((client_kind = ANY (ARRAY['document'::text, 'registered'::text, 'operator'::text]))),
    CONSTRAINT agent_connection_client_name_check CHECK (((char_length(client_name) >= 1) AND (char_length(client_name) <= 100))),
    CONSTRAINT agent_connection_method_check CHECK ((method = ANY (ARRAY['link'::text, 'passkey'::text, 'oidc'::text, 'handoff'::text]))),
    CONSTRAINT agent_connection_scopes_check CHECK (((cardinality(scopes) >= 1) AND (cardinality(scopes) <= 10)))
);

CREATE TABLE public.agent_token (
    agency_id integer NOT NULL,
    token_hash bytea NOT NULL,
    connection_id uuid NOT NULL,
    kind text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    used_at timestamp with time zone,
    redirect_uri text,
    code_challenge text,
    CONSTRAINT agent_token_check CHECK (((kind = 'code'::text) = ((redirect_uri IS NOT NULL) AND (code_challenge IS NOT NULL)))),
    CONSTRAINT agent_token_code_challenge_check CHECK ((char_length(code_challenge) = 43)),
    CONSTRAINT agent_token_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'at'::text, 'rt'::text]))),
    CONSTRAINT agent_token_redirect_uri_check CHECK ((char_length(redirect_uri) <= 400)),
    CONSTRAINT agent_token_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

CREATE TABLE public.ai_visibility_run (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    release_id integer NOT NULL,
    engine text NOT NULL,
    model text NOT NULL,
    prompt text NOT NULL,
    runs integer NOT NULL,
    mentioned integer NOT NULL,
    cited integer NOT NULL,
    cited_urls text[] DEFAULT '{}'::text[] NOT NULL,
    observed_at timestamp(3) with time zone NOT NULL,
    origin text DEFAULT 'imported'::text NOT NULL,
    source text NOT NULL,
    method text NOT NULL,
    confidence text NOT NULL,
    import_id uuid NOT NULL,
    superseded_by uuid,
    CONSTRAINT ai_visibility_run_check CHECK (((mentioned >= 0) AND (mentioned <= runs))),
    CONSTRAINT ai_visibility_run_check1 CHECK (((cited >= 0) AND (cited <= runs))),
    CONSTRAINT ai_visibility_run_cited_urls_check CHECK ((cardinality(cited_urls) <= 100)),
    CONSTRAINT ai_visibility_run_confidence_check CHECK ((confidence = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text]))),
    CONSTRAINT ai_visibility_run_engine_check CHECK (((char_length(engine) >= 1) AND (char_length(engine) <= 100))),
    CONSTRAINT ai_visibility_run_method_check CHECK (((char_length(method) >= 1) AND (char_length(method) <= 500))),
    CONSTRAINT ai_visibility_run_model_check CHECK (((char_length(model) >= 1) AND (char_length(model) <= 100))),
    CONSTRAINT ai_visibility_run_origin_check CHECK ((origin = 'imported'::text)),
    CONSTRAINT ai_visibility_run_prompt_check CHECK (((char_length(prompt) >= 1) AND (char_length(prompt) <= 2000))),
    CONSTRAINT ai_visibility_run_runs_check CHECK ((runs > 0)),
    CONSTRAINT ai_visibility_run_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 200)))
);

CREATE TABLE public.alert (
    agency_id integer NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    client_id integer,
    occurred_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT alert_subject_check CHECK ((char_length(subject) <= 100))
);

CREATE TABLE public.alert_state (
    agency_id integer NOT NULL,
    checked_at timestamp with time zone NOT NULL
);

CREATE TABLE public.alert_wish (
    agency_id integer NOT NULL,
    person_id uuid NOT NULL,
    kinds text[] NOT NULL,
    mail_at timestamp with time zone,
    CONSTRAINT alert_wish_kinds_check CHECK ((cardinality(kinds) <= 10))
);

CREATE TABLE public.api_key (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    key_hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT api_key_key_hash_check CHECK ((octet_length(key_hash) = 32)),
    CONSTRAINT api_key_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);

CREATE TABLE public.approval (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    draft_id uuid NOT NULL,
    draft_version integer NOT NULL,
    content_hash bytea NOT NULL,
    contact_id uuid NOT NULL,
    contact_name text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    message text,
    respond_by timestamp(3) with time zone,
    requested_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    comment text,
    idempotency_key text,
    request_hash bytea,
    requested_by uuid,
    awaited integer,
    kind text DEFAULT 'link'::text NOT NULL,
    recorded_by uuid,
    recorded_how text,
    recorded_note text,
    CONSTRAINT approval_awaited_check CHECK (((awaited >= 0) AND (awaited <= 10))),
    CONSTRAINT approval_check CHECK (((idempotency_key IS NULL) = (request_hash IS NULL))),
    CONSTRAINT approval_check1 CHECK (((status <> ALL (ARRAY['approved'::text, 'changes_requested'::text])) OR (decided_at IS NOT NULL))),
    CONSTRAINT approval_comment_check CHECK (((char_length(comment) >= 1) AND (char_length(comment) <= 4000))),
    CONSTRAINT approval_content_hash_check CHECK ((octet_length(content_hash) = 32)),
    CONSTRAINT approval_idempotency_key_check CHECK (((char_length(idempotency_key) >= 1) AND (char_length(idempotency_key) <= 100))),
    CONSTRAINT approval_kind_check CHECK ((kind = ANY (ARRAY['link'::text, 'recorded'::text]))),
    CONSTRAINT approval_message_check CHECK (((char_length(message) >= 1) AND (char_length(message) <= 2000))),
    CONSTRAINT approval_recorded_how_check CHECK ((recorded_how = ANY (ARRAY['telephone'::text, 'meeting'::text, 'paper'::text, 'other'::text]))),
    CONSTRAINT approval_recorded_note_check CHECK (((char_length(recorded_note) >= 1) AND (char_length(recorded_note) <= 2000))),
    CONSTRAINT approval_request_hash_check CHECK ((octet_length(request_hash) = 32)),
    CONSTRAINT approval_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'changes_requested'::text, 'expired'::text, 'superseded'::text])))
);

CREATE TABLE public.approval_approver (
    agency_id integer NOT NULL,
    approval_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    contact_name text NOT NULL,
    turn integer NOT NULL,
    status text NOT NULL,
    asked_at timestamp(3) with time zone,
    decided_at timestamp(3) with time zone,
    comment text,
    recorded_by uuid,
    recorded_how text,
    recorded_note text,
    CONSTRAINT approval_approver_check CHECK (((status = ANY (ARRAY['approved'::text, 'changes_requested'::text])) = (decided_at IS NOT NULL))),
    CONSTRAINT approval_approver_comment_check CHECK (((char_length(comment) >= 1) AND (char_length(comment) <= 4000))),
    CONSTRAINT approval_approver_recorded_how_check CHECK ((recorded_how = ANY (ARRAY['telephone'::text, 'meeting'::text, 'paper'::text, 'other'::text]))),
    CONSTRAINT approval_approver_recorded_note_check CHECK (((char_length(recorded_note) >= 1) AND (char_length(recorded_note) <= 2000))),
    CONSTRAINT approval_approver_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'asked'::text, 'approved'::text, 'changes_requested'::text, 'passed_on'::text]))),
    CONSTRAINT approval_approver_turn_check CHECK (((turn >= 1) AND (turn <= 10)))
);

CREATE TABLE public.approval_comment (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    approval_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    passage integer,
    quote text,
    comment text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    done_at timestamp(3) with time zone,
    done_by uuid,
    CONSTRAINT approval_comment_check1 CHECK (((passage IS NULL) = (quote IS NULL))),
    CONSTRAINT approval_comment_check2 CHECK (((done_at IS NULL) = (done_by IS NULL))),
    CONSTRAINT approval_comment_comment_check CHECK (((char_length(comment) >= 1) AND (char_length(comment) <= 4000))),
    CONSTRAINT approval_comment_passage_check CHECK (((passage >= 0) AND (passage <= 100001))),
    CONSTRAINT approval_comment_quote_check CHECK (((char_length(quote) >= 1) AND (char_length(quote) <= 300)))
);

CREATE TABLE public.approval_file (
    agency_id integer NOT NULL,
    approval_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    file_id uuid NOT NULL,
    file_name text NOT NULL,
    media_type text NOT NULL,
    bytes integer NOT NULL,
    sha256 bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT approval_file_bytes_check CHECK (((bytes >= 1) AND (bytes <= 10000000))),
    CONSTRAINT approval_file_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 200))),
    CONSTRAINT approval_file_sha256_check CHECK ((octet_length(sha256) = 32))
);

CREATE TABLE public.approval_link (
    agency_id integer NOT NULL,
    token_hash bytea NOT NULL,
    approval_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    replaced_at timestamp with time zone,
    contact_id uuid,
    CONSTRAINT approval_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

CREATE TABLE public.approval_mail (
    agency_id integer NOT NULL,
    approval_id uuid NOT NULL,
    status text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_token uuid,
    last_error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    kind text DEFAULT 'request'::text NOT NULL,
    CONSTRAINT approval_mail_kind_check CHECK ((kind = ANY (ARRAY['request'::text, 'reminder'::text, 'decision'::text]))),
    CONSTRAINT approval_mail_last_error_check CHECK ((char_length(last_error) <= 200)),
    CONSTRAINT approval_mail_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'cancelled'::text, 'failed'::text])))
)
WITH (fillfactor='70');

CREATE TABLE public.asset (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    client_id integer NOT NULL,
    blob_id uuid NOT NULL,
    file_name text NOT NULL,
    alt text,
    credit text,
    caption text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    focus_x smallint,
    focus_y smallint,
    CONSTRAINT asset_alt_check CHECK (((char_length(alt) >= 1) AND (char_length(alt) <= 500))),
    CONSTRAINT asset_caption_check CHECK (((char_length(caption) >= 1) AND (char_length(caption) <= 1000))),
    CONSTRAINT asset_credit_check CHECK (((char_length(credit) >= 1) AND (char_length(credit) <= 200))),
    CONSTRAINT asset_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 200))),
    CONSTRAINT asset_focus_x_check CHECK (((focus_x >= 0) AND (focus_x <= 100))),
    CONSTRAINT asset_focus_y_check CHECK (((focus_y >= 0) AND (focus_y <= 100)))
);

CREATE TABLE public.asset_upload (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    client_id integer,
    file_name text NOT NULL,
    bytes_expected bigint NOT NULL,
    bytes_received bigint DEFAULT 0 NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    purpose text DEFAULT 'asset'::text NOT NULL,
    CONSTRAINT asset_upload_bytes_expected_check CHECK ((bytes_expected >= 1)),
    CONSTRAINT asset_upload_check CHECK (((bytes_received >= 0) AND (bytes_received <= bytes_expected))),
    CONSTRAINT asset_upload_check1 CHECK (((purpose = 'asset'::text) = (client_id IS NOT NULL))),
    CONSTRAINT asset_upload_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 200))),
    CONSTRAINT asset_upload_purpose_check CHECK ((purpose = ANY (ARRAY['asset'::text, 'import'::text])))
);

CREATE TABLE public.asset_upload_part (
    agency_id integer NOT NULL,
    upload_id uuid NOT NULL,
    "position" bigint NOT NULL,
    bytes bigint NOT NULL,
    file_id uuid NOT NULL,
    CONSTRAINT asset_upload_part_bytes_check CHECK ((bytes >= 1)),
    CONSTRAINT asset_upload_part_position_check CHECK (("position" >= 0))
);

CREATE TABLE public.audit (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    occurred_at timestamp with time zone DEFAULT now() NOT NULL,
    actor_type text NOT NULL,
    actor_id text,
    action text NOT NULL,
    subject_type text NOT NULL,
    subject_id text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    request_id uuid,
    session_id uuid,
    CONSTRAINT audit_action_check CHECK ((action ~ '^[a-z_]+(\.[a-z_]+)+$'::text))
);

CREATE TABLE public.backfill (
    name text NOT NULL,
    state text DEFAULT 'running'::text NOT NULL,
    after_key jsonb,
    passes integer DEFAULT 0 NOT NULL,
    filled_in_pass bigint DEFAULT 0 NOT NULL,
    rows_filled bigint DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    error text,
    retry_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    worked_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT backfill_check CHECK (((state = 'failing'::text) = (error IS NOT NULL))),
    CONSTRAINT backfill_failures_check CHECK ((failures >= 0)),
    CONSTRAINT backfill_filled_in_pass_check CHECK ((filled_in_pass >= 0)),
    CONSTRAINT backfill_passes_check CHECK ((passes >= 0)),
    CONSTRAINT backfill_rows_filled_check CHECK ((rows_filled >= 0)),
    CONSTRAINT backfill_state_check CHECK ((state = ANY (ARRAY['running'::text, 'failing'::text, 'done'::text])))
);

CREATE TABLE public.campaign (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT campaign_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);

CREATE TABLE public.campaign_release (
    agency_id integer NOT NULL,
    campaign_id uuid NOT NULL,
    release_id integer NOT NULL
);

CREATE TABLE public.client (
    agency_id integer NOT NULL,
    id integer NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    other_names text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT client_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT client_other_names_check CHECK ((cardinality(other_names) <= 20)),
    CONSTRAINT client_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(slug) <= 80))),
    CONSTRAINT client_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
);

CREATE TABLE public.client_approval_rule (
    agency_id integer NOT NULL,
    client_id integer NOT NULL,
    contact_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    is_in_order boolean DEFAULT true NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    allows_recorded boolean DEFAULT false NOT NULL,
    CONSTRAINT client_approval_rule_contact_ids_check CHECK ((cardinality(contact_ids) <= 5))
);

CREATE TABLE public.client_contact (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    client_id integer NOT NULL,
    name text NOT NULL,
    role text,
    email text,
    can_approve boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp(3) with time zone,
    wants_online_mail boolean DEFAULT false NOT NULL,
    CONSTRAINT client_contact_email_check CHECK ((char_length(email) <= 320)),
    CONSTRAINT client_contact_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT client_contact_role_check CHECK ((char_length(role) <= 200))
);

CREATE TABLE public.client_day (
    agency_id integer NOT NULL,
    client_id integer NOT NULL,
    day date NOT NULL,
    class smallint NOT NULL,
    requests bigint NOT NULL,
    visitors bigint NOT NULL,
    visits bigint NOT NULL,
    interactions bigint NOT NULL,
    beacons bigint NOT NULL,
    engaged_ms bigint NOT NULL,
    scroll_25 bigint NOT NULL,
    scroll_50 bigint NOT NULL,
    scroll_75 bigint NOT NULL,
    scroll_100 bigint NOT NULL,
    levels smallint NOT NULL
);

CREATE TABLE public.client_day_dimension (
    agency_id integer NOT NULL,
    client_id integer NOT NULL,
    day date NOT NULL,
    dimension smallint NOT NULL,
    value_id bigint NOT NULL,
    count bigint NOT NULL,
    visitors bigint NOT NULL,
    visits bigint NOT NULL
);

CREATE SEQUENCE public.client_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.client_id_seq OWNED BY public.client.id;

CREATE TABLE public.client_persona (
    agency_id integer NOT NULL,
    client_id integer NOT NULL,
    version integer NOT NULL,
    language text NOT NULL,
    address_form text NOT NULL,
    tone text[] NOT NULL,
    style_notes text NOT NULL,
    target_groups jsonb NOT NULL,
    key_messages text[] NOT NULL,
    taboo_words jsonb NOT NULL,
    boilerplate text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT client_persona_address_form_check CHECK ((address_form = ANY (ARRAY['sie'::text, 'du'::text, 'neutral'::text]))),
    CONSTRAINT client_persona_boilerplate_check CHECK ((char_length(boilerplate) <= 10000)),
    CONSTRAINT client_persona_language_check CHECK (((char_length(language) >= 2) AND (char_length(language) <= 35))),
    CONSTRAINT client_persona_style_notes_check CHECK ((char_length(style_notes) <= 10000)),
    CONSTRAINT client_persona_taboo_words_check CHECK ((jsonb_typeof(taboo_words) = 'array'::text)),
    CONSTRAINT client_persona_target_groups_check CHECK ((jsonb_typeof(target_groups) = 'array'::text)),
    CONSTRAINT client_persona_version_check CHECK ((version >= 1))
);

CREATE TABLE public.client_report_template (
    agency_id integer NOT NULL,
    client_id integer NOT NULL,
    sections text[] NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    offered text[],
    CONSTRAINT client_report_template_sections_check CHECK (((cardinality(sections) >= 1) AND (cardinality(sections) <= 20)))
);

CREATE TABLE public.clipping_address (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    batch_id uuid NOT NULL,
    "position" integer NOT NULL,
    client_id integer NOT NULL,
    release_id integer,
    url text NOT NULL,
    outcome text,
    fields jsonb DEFAULT '{}'::jsonb NOT NULL,
    mention_id uuid,
    entered_by uuid,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone,
    lease_token uuid,
    attempts integer DEFAULT 0 NOT NULL,
    CONSTRAINT clipping_address_check CHECK (((outcome IS NULL) OR (due_at IS NULL))),
    CONSTRAINT clipping_address_outcome_check CHECK (((char_length(outcome) >= 1) AND (char_length(outcome) <= 40))),
    CONSTRAINT clipping_address_position_check CHECK ((("position" >= 0) AND ("position" <= 99))),
    CONSTRAINT clipping_address_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2000)))
)
WITH (fillfactor='80');

CREATE TABLE public.conversion (
    agency_id integer NOT NULL,
    event_id text NOT NULL,
    id uuid NOT NULL,
    release_id integer NOT NULL,
    kind text NOT NULL,
    value numeric,
    currency text,
    reference_hash bytea,
    origin text DEFAULT 'observed'::text NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    recorded_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT conversion_currency_check CHECK ((char_length(currency) = 3)),
    CONSTRAINT conversion_event_id_check CHECK (((char_length(event_id) >= 1) AND (char_length(event_id) <= 100))),
    CONSTRAINT conversion_kind_check CHECK (((char_length(kind) >= 1) AND (char_length(kind) <= 80))),
    CONSTRAINT conversion_origin_check CHECK ((origin = 'observed'::text)),
    CONSTRAINT conversion_reference_hash_check CHECK ((octet_length(reference_hash) = 32)),
    CONSTRAINT conversion_value_check CHECK ((value >= (0)::numeric))
);

CREATE TABLE public.credit_entry (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    amount integer NOT NULL,
    reason text NOT NULL,
    draft_id uuid,
    draft_version integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT credit_entry_amount_check CHECK ((amount <> 0)),
    CONSTRAINT credit_entry_check CHECK (((reason = 'publication'::text) = ((draft_id IS NOT NULL) AND (draft_version IS NOT NULL)))),
    CONSTRAINT credit_entry_check1 CHECK (((reason = 'grant'::text) OR (amount < 0))),
    CONSTRAINT credit_entry_reason_check CHECK ((reason = ANY (ARRAY['grant'::text, 'publication'::text])))
);

CREATE TABLE public.credit_reservation (
    agency_id integer NOT NULL,
    draft_id uuid NOT NULL,
    credits integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT credit_reservation_credits_check CHECK ((credits > 0))
);

CREATE TABLE public.day_salt (
    day date NOT NULL,
    salt bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT day_salt_salt_check CHECK ((octet_length(salt) = 32))
);

CREATE TABLE public.draft (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    client_id integer NOT NULL,
    status text DEFAULT 'draft'::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    approved_version integer,
    release_id integer,
    scheduled_for timestamp(3) with time zone,
    idempotency_key text,
    request_hash bytea,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    published_version integer,
    preview_links_revoked_at timestamp with time zone,
    CONSTRAINT draft_check CHECK ((approved_version <= version)),
    CONSTRAINT draft_check1 CHECK (((status = 'scheduled'::text) = (scheduled_for IS NOT NULL))),
    CONSTRAINT draft_check2 CHECK (((status <> ALL (ARRAY['scheduled'::text, 'published'::text, 'archived'::text])) OR ((release_id IS NOT NULL) AND (approved_version = version)))),
    CONSTRAINT draft_check3 CHECK (((status <> 'approved'::text) OR (approved_version = version))),
    CONSTRAINT draft_check4 CHECK (((idempotency_key IS NULL) = (request_hash IS NULL))),
    CONSTRAINT draft_check5 CHECK ((published_version <= version)),
    CONSTRAINT draft_idempotency_key_check CHECK (((char_length(idempotency_key) >= 1) AND (char_length(idempotency_key) <= 100))),
    CONSTRAINT draft_published_version_check CHECK (((status <> ALL (ARRAY['published'::text, 'archived'::text])) OR (published_version = version))),
    CONSTRAINT draft_request_hash_check CHECK ((octet_length(request_hash) = 32)),
    CONSTRAINT draft_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'in_approval'::text, 'changes_requested'::text, 'approved'::text, 'scheduled'::text, 'published'::text, 'archived'::text]))),
    CONSTRAINT draft_version_check CHECK ((version >= 1))
);

CREATE TABLE public.draft_version (
    agency_id integer NOT NULL,
    draft_id uuid NOT NULL,
    version integer NOT NULL,
    title text NOT NULL,
    subtitle text,
    body_markdown text NOT NULL,
    language text NOT NULL,
    keywords text[] NOT NULL,
    embargo_until timestamp(3) with time zone,
    seo_title text,
    seo_description text,
    slug text,
    content_hash bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    dateline text,
    topics text[] DEFAULT '{}'::text[] NOT NULL,
    image_asset_id uuid,
    asset_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    translation_of integer,
    correction_note text,
    author_type text,
    author_id text,
    CONSTRAINT draft_version_asset_ids_check CHECK ((cardinality(asset_ids) <= 50)),
    CONSTRAINT draft_version_body_markdown_check CHECK (((char_length(body_markdown) >= 1) AND (char_length(body_markdown) <= 100000))),
    CONSTRAINT draft_version_content_hash_check CHECK ((octet_length(content_hash) = 32)),
    CONSTRAINT draft_version_correction_note_check CHECK (((char_length(correction_note) >= 1) AND (char_length(correction_note) <= 500))),
    CONSTRAINT draft_version_dateline_check CHECK (((char_length(dateline) >= 1) AND (char_length(dateline) <= 100))),
    CONSTRAINT draft_version_keywords_check CHECK ((cardinality(keywords) <= 30)),
    CONSTRAINT draft_version_language_check CHECK (((char_length(language) >= 2) AND (char_length(language) <= 35))),
    CONSTRAINT draft_version_seo_description_check CHECK (((char_length(seo_description) >= 1) AND (char_length(seo_description) <= 320))),
    CONSTRAINT draft_version_seo_title_check CHECK (((char_length(seo_title) >= 1) AND (char_length(seo_title) <= 120))),
    CONSTRAINT draft_version_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(slug) <= 80))),
    CONSTRAINT draft_version_subtitle_check CHECK (((char_length(subtitle) >= 1) AND (char_length(subtitle) <= 500))),
    CONSTRAINT draft_version_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 300))),
    CONSTRAINT draft_version_topics_check CHECK ((cardinality(topics) <= 5)),
    CONSTRAINT draft_version_version_check CHECK ((version >= 1))
);

CREATE TABLE public.embargo_acceptance (
    agency_id integer NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    link_id uuid NOT NULL,
    name text NOT NULL,
    accepted_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT embargo_acceptance_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);

CREATE TABLE public.embargo_link (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    draft_id uuid NOT NULL,
    draft_version integer NOT NULL,
    name text NOT NULL,
    token_hash bytea NOT NULL,
    password_hash text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    openings integer DEFAULT 0 NOT NULL,
    first_opened_at timestamp(3) with time zone,
    last_opened_at timestamp(3) with time zone,
    mailing_id uuid,
    CONSTRAINT embargo_link_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT embargo_link_openings_check CHECK ((openings >= 0)),
    CONSTRAINT embargo_link_password_hash_check CHECK (((char_length(password_hash) >= 20) AND (char_length(password_hash) <= 300))),
    CONSTRAINT embargo_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

CREATE TABLE public.export_chunk (
    agency_id integer NOT NULL,
    job_id uuid NOT NULL,
    artifact_id uuid NOT NULL,
    number integer NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT export_chunk_number_check CHECK ((number >= 0))
);
ALTER TABLE ONLY public.export_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE public.export_file_left (
    agency_id integer NOT NULL,
    job_id uuid NOT NULL,
    artifact_id uuid NOT NULL,
    left_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.export_job (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    idempotency_key text NOT NULL,
    format text NOT NULL,
    scope_type text NOT NULL,
    scope_id text NOT NULL,
    days integer NOT NULL,
    created_by text NOT NULL,
    status text DEFAULT 'queued'::text NOT NULL,
    error text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now(),
    attempts integer DEFAULT 0 NOT NULL,
    lease_token uuid,
    report_id uuid,
    artifact_id uuid,
    file_name text,
    file_bytes bigint,
    file_hash text,
    completed_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    CONSTRAINT export_job_check CHECK (((status = ANY (ARRAY['queued'::text, 'processing'::text])) = (due_at IS NOT NULL))),
    CONSTRAINT export_job_check1 CHECK (((status = 'failed'::text) = (error IS NOT NULL))),
    CONSTRAINT export_job_check2 CHECK (((status = 'completed'::text) = ((completed_at IS NOT NULL) AND (expires_at IS NOT NULL)))),
    CONSTRAINT export_job_days_check CHECK (((days >= 1) AND (days <= 365))),
    CONSTRAINT export_job_error_check CHECK ((error = ANY (ARRAY['scope_deleted'::text, 'rendering_failed'::text, 'too_many_attempts'::text]))),
    CONSTRAINT export_job_file_hash_check CHECK ((file_hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT export_job_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'csv'::text, 'json'::text]))),
    CONSTRAINT export_job_idempotency_key_check CHECK (((char_length(idempotency_key) >= 1) AND (char_length(idempotency_key) <= 100))),
    CONSTRAINT export_job_scope_type_check CHECK ((scope_type = ANY (ARRAY['article'::text, 'campaign'::text, 'portfolio'::text]))),
    CONSTRAINT export_job_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'processing'::text, 'completed'::text, 'failed'::text])))
);

CREATE TABLE public.figure_note (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    client_id integer NOT NULL,
    release_id integer,
    day date NOT NULL,
    text text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT figure_note_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 100)))
);

CREATE TABLE public.figure_state (
    agency_id integer NOT NULL,
    summed_through date
);

CREATE TABLE public.goal (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    client_id integer NOT NULL,
    scope_type text NOT NULL,
    scope_id text NOT NULL,
    from_day date NOT NULL,
    to_day date NOT NULL,
    objective text NOT NULL,
    audience text NOT NULL,
    measures jsonb NOT NULL,
    replaces uuid,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    statement text,
    content_hash text,
    signature text,
    key_id text,
    fixed_at timestamp(3) with time zone,
    fixed_by text,
    is_later boolean,
    CONSTRAINT goal_audience_check CHECK (((char_length(audience) >= 1) AND (char_length(audience) <= 200))),
    CONSTRAINT goal_check CHECK (((from_day <= to_day) AND ((to_day - from_day) < 365))),
    CONSTRAINT goal_check1 CHECK ((num_nonnulls(statement, content_hash, signature, key_id, fixed_at, fixed_by, is_later) = ANY (ARRAY[0, 7]))),
    CONSTRAINT goal_content_hash_check CHECK ((content_hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT goal_fixed_by_check CHECK ((char_length(fixed_by) <= 100)),
    CONSTRAINT goal_key_id_check CHECK ((char_length(key_id) = 43)),
    CONSTRAINT goal_measures_check CHECK (((jsonb_array_length(measures) >= 1) AND (jsonb_array_length(measures) <= 6))),
    CONSTRAINT goal_objective_check CHECK (((char_length(objective) >= 1) AND (char_length(objective) <= 300))),
    CONSTRAINT goal_scope_id_check CHECK (((char_length(scope_id) >= 1) AND (char_length(scope_id) <= 36))),
    CONSTRAINT goal_scope_type_check CHECK ((scope_type = ANY (ARRAY['release'::text, 'campaign'::text, 'client'::text]))),
    CONSTRAINT goal_signature_check CHECK ((char_length(signature) = 86)),
    CONSTRAINT goal_statement_check CHECK (((char_length(statement) >= 2) AND (char_length(statement) <= 10000)))
);

CREATE SEQUENCE public.hit_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 100;

CREATE TABLE public.hit (
    agency_id integer NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    id bigint DEFAULT nextval('public.hit_id'::regclass) NOT NULL,
    visitor_id bigint NOT NULL,
    newsroom_id integer NOT NULL,
    release_id integer,
    kind smallint NOT NULL,
    class smallint NOT NULL,
    reasons integer NOT NULL,
    device smallint NOT NULL,
    channel smallint,
    interaction_kind smallint,
    scroll_percent smallint,
    engaged_ms integer,
    operator_id bigint,
    source_id bigint,
    campaign_id bigint,
    target_id bigint,
    referrer_path text,
    view_id text,
    CONSTRAINT hit_kind_check CHECK (((kind >= 0) AND (kind <= 2)))
)
PARTITION BY RANGE (occurred_at);

CREATE TABLE public.hit_campaign (
    agency_id integer NOT NULL,
    id bigint NOT NULL,
    source text NOT NULL,
    medium text NOT NULL,
    campaign text NOT NULL,
    CONSTRAINT hit_campaign_id_check CHECK ((id > 0))
);

CREATE TABLE public.hit_day (
    agency_id integer NOT NULL,
    release_id integer NOT NULL,
    day date NOT NULL,
    class smallint NOT NULL,
    requests bigint NOT NULL,
    visitors bigint NOT NULL,
    visits bigint NOT NULL,
    interactions bigint NOT NULL,
    beacons bigint NOT NULL,
    engaged_ms bigint NOT NULL,
    scroll_25 bigint NOT NULL,
    scroll_50 bigint NOT NULL,
    scroll_75 bigint NOT NULL,
    scroll_100 bigint NOT NULL,
    levels smallint DEFAULT 0 NOT NULL
)
WITH (fillfactor='80');

CREATE TABLE public.hit_day_dimension (
    agency_id integer NOT NULL,
    release_id integer NOT NULL,
    day date NOT NULL,
    dimension smallint NOT NULL,
    value_id bigint NOT NULL,
    count bigint NOT NULL,
    visitors bigint NOT NULL,
    visits bigint NOT NULL
)
WITH (fillfactor='80');

CREATE TABLE public.hit_operator (
    agency_id integer NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    CONSTRAINT hit_operator_id_check CHECK ((id > 0))
);

CREATE TABLE public.hit_recorder (
    id uuid NOT NULL,
    last_batch bigint NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE public.hit_source (
    agency_id integer NOT NULL,
    id bigint NOT NULL,
    source text NOT NULL,
    domain text,
    channel smallint NOT NULL,
    is_listed boolean DEFAULT false NOT NULL,
    CONSTRAINT hit_source_id_check CHECK ((id > 0))
);

CREATE TABLE public.hit_target (
    agency_id integer NOT NULL,
    id bigint NOT NULL,
    label text NOT NULL,
    url text,
    CONSTRAINT hit_target_id_check CHECK ((id > 0))
);

CREATE TABLE public.import_mapping (
    agency_id integer NOT NULL,
    kind text NOT NULL,
    heading_hash bytea NOT NULL,
    mapping jsonb NOT NULL,
    used_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT import_mapping_heading_hash_check CHECK ((octet_length(heading_hash) = 32)),
    CONSTRAINT import_mapping_kind_check CHECK ((kind = ANY (ARRAY['media-mentions'::text, 'search-visibility'::text, 'ai-visibility'::text, 'media-contacts'::text])))
);

CREATE TABLE public.insight_import (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    file_name text NOT NULL,
    file_hash bytea NOT NULL,
    rows integer NOT NULL,
    imported_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    state text DEFAULT 'stored'::text NOT NULL,
    lease_until timestamp with time zone,
    CONSTRAINT insight_import_file_hash_check CHECK ((octet_length(file_hash) = 32)),
    CONSTRAINT insight_import_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 255))),
    CONSTRAINT insight_import_kind_check CHECK ((kind = ANY (ARRAY['media-mentions'::text, 'search-visibility'::text, 'ai-visibility'::text, 'media-contacts'::text]))),
    CONSTRAINT insight_import_lease CHECK (((state = ANY (ARRAY['storing'::text, 'given_up'::text])) = (lease_until IS NOT NULL))),
    CONSTRAINT insight_import_rows_check CHECK ((rows > 0)),
    CONSTRAINT insight_import_state_check CHECK ((state = ANY (ARRAY['storing'::text, 'given_up'::text, 'replacing'::text, 'stored'::text])))
);

CREATE TABLE public.insight_upload (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    file_name text NOT NULL,
    state text DEFAULT 'receiving'::text NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    shape jsonb,
    mapping jsonb,
    progress real DEFAULT 0 NOT NULL,
    result jsonb,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone,
    lease_token uuid,
    attempts integer DEFAULT 0 NOT NULL,
    fault jsonb,
    CONSTRAINT insight_upload_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT insight_upload_check CHECK (((state = ANY (ARRAY['queued'::text, 'running'::text])) = (due_at IS NOT NULL))),
    CONSTRAINT insight_upload_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 255))),
    CONSTRAINT insight_upload_kind_check CHECK ((kind = ANY (ARRAY['media-mentions'::text, 'search-visibility'::text, 'ai-visibility'::text, 'media-contacts'::text]))),
    CONSTRAINT insight_upload_progress_check CHECK (((progress >= (0)::double precision) AND (progress <= (1)::double precision))),
    CONSTRAINT insight_upload_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'received'::text, 'queued'::text, 'running'::text, 'imported'::text, 'known'::text, 'refused'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE public.insight_upload_part (
    agency_id integer NOT NULL,
    upload_id uuid NOT NULL,
    "position" integer NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT insight_upload_part_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 1048576))),
    CONSTRAINT insight_upload_part_position_check CHECK (("position" >= 0))
);

CREATE TABLE public.interaction_day (
    agency_id integer NOT NULL,
    day date NOT NULL,
    release_id integer NOT NULL,
    counter_id bigint NOT NULL,
    count integer NOT NULL
)
PARTITION BY RANGE (day);

CREATE TABLE public.lost_hit_day (
    agency_id integer NOT NULL,
    release_id integer NOT NULL,
    day date NOT NULL,
    newsroom_id integer NOT NULL,
    hits bigint NOT NULL,
    CONSTRAINT lost_hit_day_hits_check CHECK ((hits > 0))
);

CREATE TABLE public.mail (
    agency_id integer NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    lane text NOT NULL,
    kind text NOT NULL,
    about_id uuid NOT NULL,
    once text,
    is_bundled boolean DEFAULT false NOT NULL,
    recipient text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    status text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone,
    lease_token uuid,
    last_error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT mail_check CHECK (((status = 'waiting'::text) = (due_at IS NOT NULL))),
    CONSTRAINT mail_check1 CHECK (((status = 'waiting'::text) = (finished_at IS NULL))),
    CONSTRAINT mail_kind_check CHECK (((char_length(kind) >= 1) AND (char_length(kind) <= 50))),
    CONSTRAINT mail_last_error_check CHECK ((char_length(last_error) <= 200)),
    CONSTRAINT mail_once_check CHECK ((char_length(once) <= 100)),
    CONSTRAINT mail_recipient_check CHECK (((char_length(recipient) >= 3) AND (char_length(recipient) <= 254))),
    CONSTRAINT mail_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'cancelled'::text, 'failed'::text])))
)
WITH (fillfactor='70');

CREATE TABLE public.mail_sender (
    agency_id integer NOT NULL,
    client_id integer NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    selector text NOT NULL,
    public_key text NOT NULL,
    private_key_encrypted bytea NOT NULL,
    next_selector text,
    next_public_key text,
    next_private_key_encrypted bytea,
    checked_at timestamp(3) with time zone,
    is_signing boolean DEFAULT false NOT NULL,
    dmarc text,
    sent_count integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    looked_at timestamp(3) with time zone,
    has_spf boolean,
    CONSTRAINT mail_sender_address_check CHECK (((char_length(address) >= 3) AND (char_length(address) <= 254))),
    CONSTRAINT mail_sender_check CHECK ((num_nulls(next_selector, next_public_key, next_private_key_encrypted) = ANY (ARRAY[0, 3]))),
    CONSTRAINT mail_sender_dmarc_check CHECK ((dmarc = ANY (ARRAY['missing'::text, 'none'::text, 'enforced'::text]))),
    CONSTRAINT mail_sender_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
    CONSTRAINT mail_sender_next_public_key_check CHECK ((char_length(next_public_key) <= 1000)),
    CONSTRAINT mail_sender_next_selector_check CHECK (((char_length(next_selector) >= 1) AND (char_length(next_selector) <= 63))),
    CONSTRAINT mail_sender_public_key_check CHECK ((char_length(public_key) <= 1000)),
    CONSTRAINT mail_sender_selector_check CHECK (((char_length(selector) >= 1) AND (char_length(selector) <= 63)))
);

CREATE TABLE public.mailing (
    agency_id integer NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    client_id integer NOT NULL,
    release_id integer,
    status text DEFAULT 'draft'::text NOT NULL,
    subject text NOT NULL,
    message text NOT NULL,
    list_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    contact_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    asset_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    reply_to text,
    due_at timestamp(3) with time zone,
    confirmed_by uuid,
    confirmed_at timestamp(3) with time zone,
    left_out jsonb DEFAULT '{}'::jsonb NOT NULL,
    prepared_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    typed_count integer,
    stop_reason text,
    sent_count integer,
    undeliverable_count integer,
    cancelled_count integer,
    objection_count integer,
    media_addressed integer,
    media_reported integer,
    draft_id uuid,
    is_embargoed boolean DEFAULT false NOT NULL,
    waits_for_release boolean DEFAULT false NOT NULL,
    CONSTRAINT mailing_asset_ids_check CHECK ((cardinality(asset_ids) <= 10)),
    CONSTRAINT mailing_cancelled_count_check CHECK ((cancelled_count >= 0)),
    CONSTRAINT mailing_check CHECK (((status = ANY (ARRAY['scheduled'::text, 'preparing'::text, 'sending'::text])) = (due_at IS NOT NULL))),
    CONSTRAINT mailing_contact_ids_check CHECK ((cardinality(contact_ids) <= 200)),
    CONSTRAINT mailing_list_ids_check CHECK ((cardinality(list_ids) <= 20)),
    CONSTRAINT mailing_media_addressed_check CHECK ((media_addressed >= 0)),
    CONSTRAINT mailing_media_reported_check CHECK ((media_reported >= 0)),
    CONSTRAINT mailing_message_check CHECK ((char_length(message) <= 5000)),
    CONSTRAINT mailing_objection_count_check CHECK ((objection_count >= 0)),
    CONSTRAINT mailing_reply_to_check CHECK (((char_length(reply_to) >= 3) AND (char_length(reply_to) <= 254))),
    CONSTRAINT mailing_sent_count_check CHECK ((sent_count >= 0)),
    CONSTRAINT mailing_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'preparing'::text, 'sending'::text, 'sent'::text, 'stopped'::text]))),
    CONSTRAINT mailing_stop_reason_check CHECK (((char_length(stop_reason) >= 1) AND (char_length(stop_reason) <= 40))),
    CONSTRAINT mailing_subject_check CHECK ((char_length(subject) <= 140)),
    CONSTRAINT mailing_typed_count_check CHECK ((typed_count >= 0)),
    CONSTRAINT mailing_undeliverable_count_check CHECK ((undeliverable_count >= 0))
);

CREATE TABLE public.media_blob (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    sha256 bytea NOT NULL,
    media_type text NOT NULL,
    bytes bigint NOT NULL,
    width integer,
    height integer,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT media_blob_bytes_check CHECK ((bytes >= 1)),
    CONSTRAINT media_blob_check CHECK (((width IS NULL) = (height IS NULL))),
    CONSTRAINT media_blob_height_check CHECK ((height >= 1)),
    CONSTRAINT media_blob_media_type_check CHECK (((char_length(media_type) >= 3) AND (char_length(media_type) <= 100))),
    CONSTRAINT media_blob_sha256_check CHECK ((octet_length(sha256) = 32)),
    CONSTRAINT media_blob_width_check CHECK ((width >= 1))
);

CREATE TABLE public.media_chunk (
    agency_id integer NOT NULL,
    file_id uuid NOT NULL,
    number integer NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT media_chunk_number_check CHECK ((number >= 0))
);
ALTER TABLE ONLY public.media_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE public.media_contact (
    agency_id integer NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    client_ids integer[],
    address_key uuid NOT NULL,
    email_encrypted bytea NOT NULL,
    phone_encrypted bytea,
    notes_encrypted bytea,
    address_as text,
    title text,
    first_name text,
    last_name text,
    medium text NOT NULL,
    role text,
    topics text[] DEFAULT '{}'::text[] NOT NULL,
    regions text[] DEFAULT '{}'::text[] NOT NULL,
    language text NOT NULL,
    country text NOT NULL,
    is_editorial boolean NOT NULL,
    basis text NOT NULL,
    basis_reason text,
    basis_on date,
    source text NOT NULL,
    informed_at timestamp(3) with time zone,
    informed_how text,
    mailed_at timestamp(3) with time zone,
    confirmed_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    soft_bounces timestamp(3) with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
    undeliverable_at timestamp(3) with time zone,
    deletion_shown_at timestamp(3) with time zone,
    sort_key text NOT NULL COLLATE pg_catalog."C",
    search_text text NOT NULL COLLATE pg_catalog."C",
    import_id uuid,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    changed_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT media_contact_address_as_check CHECK ((address_as = ANY (ARRAY['ms'::text, 'mr'::text]))),
    CONSTRAINT media_contact_basis_check CHECK ((basis = ANY (ARRAY['legitimate_interest'::text, 'consent'::text, 'own_request'::text]))),
    CONSTRAINT media_contact_basis_reason_check CHECK (((char_length(basis_reason) >= 1) AND (char_length(basis_reason) <= 500))),
    CONSTRAINT media_contact_check CHECK (((basis <> 'legitimate_interest'::text) OR (basis_reason IS NOT NULL) OR (cardinality(topics) > 0))),
    CONSTRAINT media_contact_check1 CHECK (((basis <> 'consent'::text) OR ((basis_reason IS NOT NULL) AND (basis_on IS NOT NULL)))),
    CONSTRAINT media_contact_check2 CHECK (((informed_at IS NULL) = (informed_how IS NULL))),
    CONSTRAINT media_contact_client_ids_check CHECK (((cardinality(client_ids) >= 1) AND (cardinality(client_ids) <= 50))),
    CONSTRAINT media_contact_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT media_contact_first_name_check CHECK (((char_length(first_name) >= 1) AND (char_length(first_name) <= 100))),
    CONSTRAINT media_contact_informed_how_check CHECK ((informed_how = ANY (ARRAY['mailing'::text, 'otherwise'::text]))),
    CONSTRAINT media_contact_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
    CONSTRAINT media_contact_last_name_check CHECK (((char_length(last_name) >= 1) AND (char_length(last_name) <= 100))),
    CONSTRAINT media_contact_medium_check CHECK (((char_length(medium) >= 1) AND (char_length(medium) <= 200))),
    CONSTRAINT media_contact_regions_check CHECK ((cardinality(regions) <= 20)),
    CONSTRAINT media_contact_role_check CHECK (((char_length(role) >= 1) AND (char_length(role) <= 100))),
    CONSTRAINT media_contact_soft_bounces_check CHECK ((cardinality(soft_bounces) <= 3)),
    CONSTRAINT media_contact_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 200))),
    CONSTRAINT media_contact_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 50))),
    CONSTRAINT media_contact_topics_check CHECK ((cardinality(topics) <= 20))
);

CREATE TABLE public.media_contact_list (
    agency_id integer NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    client_id integer,
    condition jsonb,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT media_contact_list_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))
);

CREATE TABLE public.media_contact_list_member (
    agency_id integer NOT NULL,
    list_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    import_id uuid
);

CREATE TABLE public.media_contact_objection (
    agency_id integer NOT NULL,
    address_key uuid NOT NULL,
    how text NOT NULL,
    objected_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    mailing_id uuid,
    CONSTRAINT media_contact_objection_how_check CHECK ((how = ANY (ARRAY['link'::text, 'entered'::text])))
);

CREATE TABLE public.media_contact_setting (
    agency_id integer NOT NULL,
    retention_months smallint DEFAULT 24 NOT NULL,
    notice_url text,
    CONSTRAINT media_contact_setting_notice_url_check CHECK (((char_length(notice_url) >= 1) AND (char_length(notice_url) <= 2000))),
    CONSTRAINT media_contact_setting_retention_months_check CHECK (((retention_months >= 6) AND (retention_months <= 36)))
);

CREATE TABLE public.media_derivative (
    agency_id integer NOT NULL,
    blob_id uuid NOT NULL,
    size integer NOT NULL,
    format text NOT NULL,
    file_id uuid NOT NULL,
    bytes bigint NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    CONSTRAINT media_derivative_bytes_check CHECK ((bytes >= 1)),
    CONSTRAINT media_derivative_format_check CHECK ((format = ANY (ARRAY['webp'::text, 'jpeg'::text]))),
    CONSTRAINT media_derivative_height_check CHECK ((height >= 1)),
    CONSTRAINT media_derivative_size_check CHECK ((size >= 1)),
    CONSTRAINT media_derivative_width_check CHECK ((width >= 1))
);

CREATE TABLE public.media_file (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    unused_since timestamp(3) with time zone DEFAULT now(),
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.media_mention (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    release_id integer,
    item_hash bytea NOT NULL,
    medium text NOT NULL,
    media_type text NOT NULL,
    headline text NOT NULL,
    url text NOT NULL,
    published_at timestamp(3) with time zone NOT NULL,
    match_type text NOT NULL,
    origin text NOT NULL,
    source text NOT NULL,
    method text NOT NULL,
    observed_at timestamp(3) with time zone NOT NULL,
    confidence text NOT NULL,
    import_id uuid,
    provider_id uuid,
    reach bigint,
    reach_origin text,
    superseded_by uuid,
    client_id integer,
    published_on date,
    author text,
    locator text,
    language text,
    note text,
    reach_source text,
    tone text,
    tone_by uuid,
    tone_at timestamp(3) with time zone,
    key_messages text[] DEFAULT '{}'::text[] NOT NULL,
    state text DEFAULT 'confirmed'::text NOT NULL,
    state_at timestamp(3) with time zone,
    match_type_by text,
    entered_by uuid,
    moved_from integer,
    merged_into uuid,
    corrected_fields text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT media_mention_author_check CHECK (((char_length(author) >= 1) AND (char_length(author) <= 200))),
    CONSTRAINT media_mention_check2 CHECK (((reach IS NULL) = (reach_origin IS NULL))),
    CONSTRAINT media_mention_confidence_check CHECK ((confidence = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text]))),
    CONSTRAINT media_mention_headline_check CHECK (((char_length(headline) >= 1) AND (char_length(headline) <= 500))),
    CONSTRAINT media_mention_item_hash_check CHECK ((octet_length(item_hash) = 32)),
    CONSTRAINT media_mention_key_messages_check CHECK ((cardinality(key_messages) <= 100)),
    CONSTRAINT media_mention_language_check CHECK (((char_length(language) >= 2) AND (char_length(language) <= 35))),
    CONSTRAINT media_mention_locator_check CHECK (((char_length(locator) >= 1) AND (char_length(locator) <= 200))),
    CONSTRAINT media_mention_match_type_by_check CHECK ((match_type_by = ANY (ARRAY['person'::text, 'comparison'::text]))),
    CONSTRAINT media_mention_media_type_check CHECK ((media_type = ANY (ARRAY['online'::text, 'social'::text, 'print'::text, 'radio'::text, 'television'::text, 'podcast'::text]))),
    CONSTRAINT media_mention_medium_check CHECK (((char_length(medium) >= 1) AND (char_length(medium) <= 200))),
    CONSTRAINT media_mention_method_check CHECK (((char_length(method) >= 1) AND (char_length(method) <= 500))),
    CONSTRAINT media_mention_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 4000))),
    CONSTRAINT media_mention_origin_check CHECK ((origin = ANY (ARRAY['observed'::text, 'imported'::text]))),
    CONSTRAINT media_mention_reach_check CHECK (((reach >= 0) AND (reach <= '9007199254740991'::bigint))),
    CONSTRAINT media_mention_reach_origin_check CHECK ((reach_origin = 'estimated'::text)),
    CONSTRAINT media_mention_reach_source_check CHECK (((char_length(reach_source) >= 1) AND (char_length(reach_source) <= 200))),
    CONSTRAINT media_mention_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 200))),
    CONSTRAINT media_mention_state_check CHECK ((state = ANY (ARRAY['found'::text, 'confirmed'::text, 'rejected'::text]))),
    CONSTRAINT media_mention_subject CHECK (((release_id IS NOT NULL) OR (client_id IS NOT NULL))),
    CONSTRAINT media_mention_tone CHECK (((tone IS NULL) = (tone_at IS NULL))),
    CONSTRAINT media_mention_tone_check CHECK ((tone = ANY (ARRAY['negative'::text, 'neutral'::text, 'positive'::text, 'mixed'::text]))),
    CONSTRAINT media_mention_url_check CHECK ((char_length(url) <= 2000))
);

CREATE TABLE public.media_quota (
    agency_id integer NOT NULL,
    bytes_used bigint DEFAULT 0 NOT NULL,
    bytes_max bigint DEFAULT '10000000000'::bigint NOT NULL,
    CONSTRAINT media_quota_bytes_max_check CHECK ((bytes_max >= 0)),
    CONSTRAINT media_quota_bytes_used_check CHECK ((bytes_used >= 0))
);

CREATE TABLE public.membership (
    agency_id integer NOT NULL,
    person_id uuid NOT NULL,
    role text NOT NULL,
    client_ids integer[],
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    today_seen_at timestamp(3) with time zone,
    today_seen_before timestamp(3) with time zone,
    CONSTRAINT membership_check CHECK (((role <> 'owner'::text) OR (client_ids IS NULL))),
    CONSTRAINT membership_client_ids_check CHECK (((cardinality(client_ids) >= 1) AND (cardinality(client_ids) <= 500))),
    CONSTRAINT membership_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'analyst'::text])))
);

CREATE TABLE public.mention_evidence (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    release_id integer NOT NULL,
    comparison jsonb,
    compared_at timestamp(3) with time zone,
    changed_at timestamp(3) with time zone,
    gone_since timestamp(3) with time zone,
    outcome text,
    looks integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT now(),
    lease_token uuid,
    CONSTRAINT mention_evidence_check CHECK (((comparison IS NULL) = (compared_at IS NULL))),
    CONSTRAINT mention_evidence_outcome_check CHECK (((char_length(outcome) >= 1) AND (char_length(outcome) <= 40))),
    CONSTRAINT mention_evidence_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2000)))
)
WITH (fillfactor='80');

CREATE TABLE public.migration (
    number integer NOT NULL,
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.moved_text (
    agency_id integer NOT NULL,
    move_id uuid NOT NULL,
    "position" integer NOT NULL,
    client_id integer NOT NULL,
    source text NOT NULL,
    guid text NOT NULL,
    title text NOT NULL,
    url text,
    published_at timestamp(3) with time zone,
    state text NOT NULL,
    reason text,
    content jsonb,
    pictures integer DEFAULT 0 NOT NULL,
    release_id integer,
    missing jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT moved_text_guid_check CHECK (((char_length(guid) >= 1) AND (char_length(guid) <= 500))),
    CONSTRAINT moved_text_reason_check CHECK ((char_length(reason) <= 60)),
    CONSTRAINT moved_text_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'taken'::text, 'left'::text]))),
    CONSTRAINT moved_text_title_check CHECK ((char_length(title) <= 300)),
    CONSTRAINT moved_text_url_check CHECK ((char_length(url) <= 1000))
);

CREATE TABLE public.newsroom (
    agency_id integer NOT NULL,
    id integer NOT NULL,
    client_id integer NOT NULL,
    level text DEFAULT 'L1'::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    website_url text,
    imprint_url text,
    privacy_url text,
    contact_name text,
    contact_role text,
    contact_email text,
    contact_phone text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    imprint_markdown text,
    privacy_markdown text,
    language text DEFAULT 'de'::text NOT NULL,
    accent_color text,
    logo_asset_id uuid,
    contact_picture_asset_id uuid,
    allows_llms_txt boolean DEFAULT false NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT newsroom_accent_color_check CHECK ((accent_color ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT newsroom_contact_email_check CHECK ((char_length(contact_email) <= 320)),
    CONSTRAINT newsroom_contact_name_check CHECK ((char_length(contact_name) <= 200)),
    CONSTRAINT newsroom_contact_phone_check CHECK ((char_length(contact_phone) <= 50)),
    CONSTRAINT newsroom_contact_role_check CHECK ((char_length(contact_role) <= 200)),
    CONSTRAINT newsroom_description_check CHECK ((char_length(description) <= 2000)),
    CONSTRAINT newsroom_imprint_markdown_check CHECK (((char_length(imprint_markdown) >= 1) AND (char_length(imprint_markdown) <= 20000))),
    CONSTRAINT newsroom_imprint_url_check CHECK ((char_length(imprint_url) <= 2000)),
    CONSTRAINT newsroom_language_check CHECK ((language = ANY (ARRAY['de'::text, 'en'::text]))),
    CONSTRAINT newsroom_level_check CHECK ((level = ANY (ARRAY['L0'::text, 'L1'::text, 'L2'::text]))),
    CONSTRAINT newsroom_privacy_markdown_check CHECK (((char_length(privacy_markdown) >= 1) AND (char_length(privacy_markdown) <= 50000))),
    CONSTRAINT newsroom_privacy_url_check CHECK ((char_length(privacy_url) <= 2000)),
    CONSTRAINT newsroom_website_url_check CHECK ((char_length(website_url) <= 2000))
);

CREATE TABLE public.newsroom_domain (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    client_id integer NOT NULL,
    host text NOT NULL,
    token text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    proven_at timestamp(3) with time zone,
    proven_by text,
    CONSTRAINT newsroom_domain_check CHECK (((proven_at IS NULL) = (proven_by IS NULL))),
    CONSTRAINT newsroom_domain_host_check CHECK (((host = lower(host)) AND ((char_length(host) >= 3) AND (char_length(host) <= 253)))),
    CONSTRAINT newsroom_domain_proven_by_check CHECK ((proven_by = ANY (ARRAY['dns'::text, 'http'::text]))),
    CONSTRAINT newsroom_domain_token_check CHECK ((char_length(token) = 43))
);

CREATE TABLE public.newsroom_fan_out (
    agency_id integer NOT NULL,
    release_id integer NOT NULL,
    client_id integer NOT NULL,
    after_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    mails integer
);

CREATE SEQUENCE public.newsroom_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.newsroom_id_seq OWNED BY public.newsroom.id;

CREATE TABLE public.newsroom_mail (
    agency_id integer NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    subscription_id uuid NOT NULL,
    release_id integer,
    digest_at timestamp with time zone,
    status text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_token uuid,
    last_error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT newsroom_mail_check CHECK (((digest_at IS NULL) OR (release_id IS NOT NULL))),
    CONSTRAINT newsroom_mail_check1 CHECK (((status = 'waiting'::text) = (finished_at IS NULL))),
    CONSTRAINT newsroom_mail_last_error_check CHECK ((char_length(last_error) <= 200)),
    CONSTRAINT newsroom_mail_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'cancelled'::text, 'failed'::text])))
)
WITH (fillfactor='70');

CREATE TABLE public.newsroom_move (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    client_id integer NOT NULL,
    source text NOT NULL,
    feed_url text,
    file_name text NOT NULL,
    state text NOT NULL,
    fault text,
    actor jsonb NOT NULL,
    picture_bytes bigint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone,
    lease_token uuid,
    attempts integer DEFAULT 0 NOT NULL,
    checked_entries integer DEFAULT 0 NOT NULL,
    checked_ms integer DEFAULT 0 NOT NULL,
    CONSTRAINT newsroom_move_check CHECK (((state = ANY (ARRAY['checking'::text, 'running'::text])) = (due_at IS NOT NULL))),
    CONSTRAINT newsroom_move_checked_entries_check CHECK ((checked_entries >= 0)),
    CONSTRAINT newsroom_move_checked_ms_check CHECK ((checked_ms >= 0)),
    CONSTRAINT newsroom_move_fault_check CHECK ((char_length(fault) <= 60)),
    CONSTRAINT newsroom_move_feed_url_check CHECK ((char_length(feed_url) <= 2000)),
    CONSTRAINT newsroom_move_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 200))),
    CONSTRAINT newsroom_move_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 253))),
    CONSTRAINT newsroom_move_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'checking'::text, 'checked'::text, 'running'::text, 'stopped'::text, 'done'::text, 'failed'::text])))
);

CREATE TABLE public.newsroom_subscription (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    client_id integer NOT NULL,
    topic text,
    frequency text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    address_hash bytea NOT NULL,
    address_encrypted bytea,
    consent_text_version text NOT NULL,
    requested_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    confirmed_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    end_reason text,
    CONSTRAINT newsroom_subscription_address_encrypted_check CHECK (((octet_length(address_encrypted) >= 30) AND (octet_length(address_encrypted) <= 1000))),
    CONSTRAINT newsroom_subscription_address_hash_check CHECK ((octet_length(address_hash) = 32)),
    CONSTRAINT newsroom_subscription_check CHECK (((status = 'ended'::text) = (ended_at IS NOT NULL))),
    CONSTRAINT newsroom_subscription_check1 CHECK (((status = 'ended'::text) = (end_reason IS NOT NULL))),
    CONSTRAINT newsroom_subscription_check2 CHECK (((status = 'ended'::text) = (address_encrypted IS NULL))),
    CONSTRAINT newsroom_subscription_check3 CHECK (((status <> 'active'::text) OR (confirmed_at IS NOT NULL))),
    CONSTRAINT newsroom_subscription_consent_text_version_check CHECK (((char_length(consent_text_version) >= 1) AND (char_length(consent_text_version) <= 20))),
    CONSTRAINT newsroom_subscription_end_reason_check CHECK ((end_reason = ANY (ARRAY['unsubscribed'::text, 'bounced'::text, 'complained'::text, 'erased'::text, 'removed'::text]))),
    CONSTRAINT newsroom_subscription_frequency_check CHECK ((frequency = ANY (ARRAY['at_once'::text, 'daily'::text]))),
    CONSTRAINT newsroom_subscription_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'ended'::text]))),
    CONSTRAINT newsroom_subscription_topic_check CHECK (((char_length(topic) >= 1) AND (char_length(topic) <= 100)))
);

CREATE TABLE public.old_address (
    agency_id integer NOT NULL,
    client_id integer NOT NULL,
    host text NOT NULL,
    path text NOT NULL,
    release_id integer,
    asset_id uuid,
    CONSTRAINT old_address_check CHECK (((release_id IS NULL) <> (asset_id IS NULL))),
    CONSTRAINT old_address_host_check CHECK ((char_length(host) <= 253)),
    CONSTRAINT old_address_path_check CHECK (((char_length(path) >= 1) AND (char_length(path) <= 1000)))
);

CREATE TABLE public.operator_log (
    id bigint NOT NULL,
    occurred_at timestamp with time zone DEFAULT now() NOT NULL,
    event text NOT NULL,
    agency_id integer NOT NULL,
    actor_id text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL
);

ALTER TABLE public.operator_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.operator_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.partner (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    issuer text NOT NULL,
    client_id text,
    client_secret_encrypted bytea,
    is_required boolean DEFAULT false NOT NULL,
    public_key jsonb,
    public_key_url text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    trusts_email boolean DEFAULT false NOT NULL,
    CONSTRAINT partner_check CHECK (((kind = 'oidc'::text) = ((client_id IS NOT NULL) AND (client_secret_encrypted IS NOT NULL)))),
    CONSTRAINT partner_check1 CHECK (((kind = 'handoff'::text) = ((public_key IS NULL) <> (public_key_url IS NULL)))),
    CONSTRAINT partner_check2 CHECK (((kind = 'oidc'::text) OR (NOT is_required))),
    CONSTRAINT partner_client_id_check CHECK (((char_length(client_id) >= 1) AND (char_length(client_id) <= 500))),
    CONSTRAINT partner_issuer_check CHECK (((char_length(issuer) >= 1) AND (char_length(issuer) <= 2000))),
    CONSTRAINT partner_kind_check CHECK ((kind = ANY (ARRAY['oidc'::text, 'handoff'::text]))),
    CONSTRAINT partner_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT partner_public_key_url_check CHECK (((char_length(public_key_url) >= 1) AND (char_length(public_key_url) <= 2000)))
);

CREATE TABLE public.passkey (
    id text NOT NULL,
    person_id uuid NOT NULL,
    name text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] DEFAULT '{}'::text[] NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp(3) with time zone,
    CONSTRAINT passkey_id_check CHECK (((char_length(id) >= 1) AND (char_length(id) <= 1400))),
    CONSTRAINT passkey_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
    CONSTRAINT passkey_public_key_check CHECK ((octet_length(public_key) <= 2000)),
    CONSTRAINT passkey_transports_check CHECK ((cardinality(transports) <= 10))
);

CREATE TABLE public.person (
    id uuid NOT NULL,
    email text NOT NULL,
    name text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    left_at timestamp(3) with time zone,
    CONSTRAINT person_email_check CHECK (((email = lower(email)) AND ((char_length(email) >= 3) AND (char_length(email) <= 320)))),
    CONSTRAINT person_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);

CREATE TABLE public.person_session (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    person_id uuid NOT NULL,
    agency_id integer,
    device text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    signed_in_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    method text DEFAULT 'link'::text NOT NULL,
    only_agency_id integer,
    ended_agency_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
    CONSTRAINT person_session_device_check CHECK ((char_length(device) <= 100)),
    CONSTRAINT person_session_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

CREATE TABLE public.portfolio (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    client_id integer,
    CONSTRAINT portfolio_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))
);

CREATE TABLE public.portfolio_campaign (
    agency_id integer NOT NULL,
    portfolio_id uuid NOT NULL,
    campaign_id uuid NOT NULL
);

CREATE TABLE public.portfolio_client (
    agency_id integer NOT NULL,
    portfolio_id uuid NOT NULL,
    client_id integer NOT NULL
);

CREATE TABLE public.provider_connection (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    state text DEFAULT 'new'::text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    next_check_at timestamp with time zone DEFAULT now(),
    lease_token uuid,
    last_check_at timestamp(3) with time zone,
    last_sync_at timestamp(3) with time zone,
    last_items integer,
    etag text,
    last_modified text,
    fault text,
    fault_message text,
    consecutive_faults integer DEFAULT 0 NOT NULL,
    parts jsonb,
    CONSTRAINT provider_connection_check CHECK (((fault IS NULL) = (consecutive_faults = 0))),
    CONSTRAINT provider_connection_check1 CHECK (((state = 'removed'::text) = (next_check_at IS NULL))),
    CONSTRAINT provider_connection_consecutive_faults_check CHECK ((consecutive_faults >= 0)),
    CONSTRAINT provider_connection_etag_check CHECK ((char_length(etag) <= 1000)),
    CONSTRAINT provider_connection_fault_check CHECK ((fault = ANY (ARRAY['dns'::text, 'connect'::text, 'tls'::text, 'timeout'::text, 'redirect'::text, 'unsafe_endpoint'::text, 'response_too_large'::text, 'interrupted'::text, 'http_status'::text, 'encoded'::text, 'not_a_feed'::text, 'forbidden_xml'::text, 'too_many_items'::text]))),
    CONSTRAINT provider_connection_fault_message_check CHECK ((char_length(fault_message) <= 300)),
    CONSTRAINT provider_connection_kind_check CHECK ((kind = 'rss'::text)),
    CONSTRAINT provider_connection_last_items_check CHECK ((last_items >= 0)),
    CONSTRAINT provider_connection_last_modified_check CHECK ((char_length(last_modified) <= 100)),
    CONSTRAINT provider_connection_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT provider_connection_state_check CHECK ((state = ANY (ARRAY['new'::text, 'active'::text, 'failing'::text, 'removed'::text]))),
    CONSTRAINT provider_connection_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2000)))
)
WITH (fillfactor='80');

CREATE TABLE public.public_address (
    kind text NOT NULL,
    address text NOT NULL,
    agency_id integer NOT NULL,
    client_id integer,
    CONSTRAINT public_address_address_check CHECK (((char_length(address) >= 1) AND (char_length(address) <= 253))),
    CONSTRAINT public_address_kind_check CHECK ((kind = ANY (ARRAY['newsroom'::text, 'domain'::text, 'approval'::text, 'embargo'::text, 'report'::text])))
);

CREATE TABLE public.publication_report (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    number bigint NOT NULL,
    scope_type text NOT NULL,
    scope_id text NOT NULL,
    title text NOT NULL,
    days integer NOT NULL,
    from_day date NOT NULL,
    to_day date NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    created_by text NOT NULL,
    idempotency_key text,
    content text NOT NULL,
    content_hash text NOT NULL,
    previous_hash text,
    previous_chain_hash text,
    chain_hash text,
    signature text,
    key_id text,
    client_ids integer[],
    CONSTRAINT publication_report_chain_hash_check CHECK ((chain_hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT publication_report_content_hash_check CHECK ((content_hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT publication_report_days_check CHECK (((days >= 1) AND (days <= 365))),
    CONSTRAINT publication_report_idempotency_key_check CHECK (((char_length(idempotency_key) >= 1) AND (char_length(idempotency_key) <= 100))),
    CONSTRAINT publication_report_key_id_check CHECK ((key_id ~ '^[A-Za-z0-9_-]{43}$'::text)),
    CONSTRAINT publication_report_links CHECK (
CASE
    WHEN (chain_hash IS NULL) THEN ((previous_chain_hash IS NULL) AND (signature IS NULL) AND (key_id IS NULL) AND ((previous_hash IS NULL) = (number = 1)))
    ELSE ((previous_hash IS NULL) AND (signature IS NOT NULL) AND (key_id IS NOT NULL) AND ((previous_chain_hash IS NULL) = (number = 1)))
END),
    CONSTRAINT publication_report_number_check CHECK ((number > 0)),
    CONSTRAINT publication_report_previous_chain_hash_check CHECK ((previous_chain_hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT publication_report_previous_hash_check CHECK ((previous_hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT publication_report_scope_type_check CHECK ((scope_type = ANY (ARRAY['article'::text, 'campaign'::text, 'portfolio'::text]))),
    CONSTRAINT publication_report_signature_check CHECK ((signature ~ '^[A-Za-z0-9_-]{86}$'::text))
);

CREATE TABLE public.refused_call (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    refused_at timestamp(3) with time zone NOT NULL,
    key_id uuid NOT NULL,
    method text NOT NULL,
    route text NOT NULL,
    status smallint NOT NULL,
    code text NOT NULL,
    hint text NOT NULL,
    request_id uuid NOT NULL,
    CONSTRAINT refused_call_code_check CHECK ((length(code) <= 64)),
    CONSTRAINT refused_call_hint_check CHECK ((length(hint) <= 300)),
    CONSTRAINT refused_call_method_check CHECK ((length(method) <= 10)),
    CONSTRAINT refused_call_route_check CHECK ((length(route) <= 200)),
    CONSTRAINT refused_call_status_check CHECK (((status >= 400) AND (status <= 499)))
);

CREATE TABLE public.release (
    agency_id integer NOT NULL,
    id integer NOT NULL,
    client_id integer NOT NULL,
    slug text NOT NULL,
    title text NOT NULL,
    subtitle text,
    body_markdown text NOT NULL,
    place text,
    language text DEFAULT 'de'::text NOT NULL,
    keywords text[] DEFAULT '{}'::text[] NOT NULL,
    status text NOT NULL,
    published_at timestamp(3) with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    draft_id uuid,
    seo_title text,
    seo_description text,
    topics text[] DEFAULT '{}'::text[] NOT NULL,
    image_asset_id uuid,
    asset_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    translation_of integer,
    corrected_at timestamp(3) with time zone,
    correction_note text,
    image jsonb,
    assets jsonb DEFAULT '[]'::jsonb NOT NULL,
    search tsvector GENERATED ALWAYS AS (public.release_words(client_id, language, title, subtitle, topics, body_markdown)) STORED,
    moved_in_at timestamp(3) with time zone,
    feed_id uuid DEFAULT gen_random_uuid(),
    CONSTRAINT release_asset_ids_check CHECK ((cardinality(asset_ids) <= 50)),
    CONSTRAINT release_body_markdown_check CHECK ((char_length(body_markdown) <= 100000)),
    CONSTRAINT release_check CHECK (((published_at IS NOT NULL) OR (status <> ALL (ARRAY['published'::text, 'archived'::text])))),
    CONSTRAINT release_correction_check CHECK (((corrected_at IS NULL) = (correction_note IS NULL))),
    CONSTRAINT release_correction_note_check CHECK (((char_length(correction_note) >= 1) AND (char_length(correction_note) <= 500))),
    CONSTRAINT release_keywords_check CHECK ((cardinality(keywords) <= 30)),
    CONSTRAINT release_language_check CHECK ((char_length(language) <= 35)),
    CONSTRAINT release_place_check CHECK ((char_length(place) <= 100)),
    CONSTRAINT release_seo_description_check CHECK (((char_length(seo_description) >= 1) AND (char_length(seo_description) <= 320))),
    CONSTRAINT release_seo_title_check CHECK (((char_length(seo_title) >= 1) AND (char_length(seo_title) <= 120))),
    CONSTRAINT release_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(slug) <= 80))),
    CONSTRAINT release_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'in_approval'::text, 'changes_requested'::text, 'approved'::text, 'scheduled'::text, 'published'::text, 'archived'::text]))),
    CONSTRAINT release_subtitle_check CHECK ((char_length(subtitle) <= 500)),
    CONSTRAINT release_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 300))),
    CONSTRAINT release_topics_check CHECK ((cardinality(topics) <= 5))
);

CREATE TABLE public.release_card (
    agency_id integer NOT NULL,
    release_id integer NOT NULL,
    content_hash text NOT NULL,
    file_id uuid NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT release_card_bytes_check CHECK ((bytes >= 1)),
    CONSTRAINT release_card_content_hash_check CHECK (((char_length(content_hash) >= 1) AND (char_length(content_hash) <= 64)))
);

CREATE SEQUENCE public.release_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.release_id_seq OWNED BY public.release.id;

CREATE TABLE public.release_month (
    agency_id integer NOT NULL,
    release_id integer NOT NULL,
    month date NOT NULL,
    views bigint NOT NULL,
    visitors bigint NOT NULL
);

CREATE TABLE public.report_anchor (
    agency_id integer NOT NULL,
    number bigint NOT NULL,
    content_hash text NOT NULL,
    chain_hash text,
    signature text,
    key_id text,
    CONSTRAINT report_anchor_chain_hash_check CHECK ((chain_hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT report_anchor_check CHECK ((((chain_hash IS NULL) = (signature IS NULL)) AND ((chain_hash IS NULL) = (key_id IS NULL)))),
    CONSTRAINT report_anchor_content_hash_check CHECK ((content_hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT report_anchor_key_id_check CHECK ((key_id ~ '^[A-Za-z0-9_-]{43}$'::text)),
    CONSTRAINT report_anchor_number_check CHECK ((number > 0)),
    CONSTRAINT report_anchor_signature_check CHECK ((signature ~ '^[A-Za-z0-9_-]{86}$'::text))
);

CREATE TABLE public.report_chain (
    agency_id integer NOT NULL,
    last_number bigint DEFAULT 0 NOT NULL,
    chain_id uuid DEFAULT gen_random_uuid() NOT NULL,
    last_chain_hash text,
    last_signature text,
    last_key_id text,
    CONSTRAINT report_chain_end CHECK ((((last_chain_hash IS NULL) = (last_signature IS NULL)) AND ((last_chain_hash IS NULL) = (last_key_id IS NULL)))),
    CONSTRAINT report_chain_last_chain_hash_check CHECK ((last_chain_hash ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT report_chain_last_key_id_check CHECK ((last_key_id ~ '^[A-Za-z0-9_-]{43}$'::text)),
    CONSTRAINT report_chain_last_signature_check CHECK ((last_signature ~ '^[A-Za-z0-9_-]{86}$'::text))
);

CREATE TABLE public.report_draft (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    scope_type text NOT NULL,
    scope_id text NOT NULL,
    period text NOT NULL,
    comparison text,
    formats text[] NOT NULL,
    recipients text[] NOT NULL,
    comment text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    created_by text NOT NULL,
    issue_at timestamp(3) with time zone,
    issued_by text,
    reply_to text,
    lease_token uuid,
    attempts integer DEFAULT 0 NOT NULL,
    report_id uuid,
    error text,
    issued_at timestamp(3) with time zone,
    CONSTRAINT report_draft_comment_check CHECK ((char_length(comment) <= 4000)),
    CONSTRAINT report_draft_comparison_check CHECK ((comparison = ANY (ARRAY['previous_period'::text, 'previous_year'::text]))),
    CONSTRAINT report_draft_formats_check CHECK ((((cardinality(formats) >= 1) AND (cardinality(formats) <= 3)) AND (formats <@ ARRAY['pdf'::text, 'csv'::text, 'json'::text]))),
    CONSTRAINT report_draft_period_check CHECK ((length(period) <= 30)),
    CONSTRAINT report_draft_recipients_check CHECK ((cardinality(recipients) <= 20)),
    CONSTRAINT report_draft_scope_type_check CHECK ((scope_type = ANY (ARRAY['article'::text, 'campaign'::text, 'portfolio'::text])))
);

CREATE TABLE public.report_link (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    report_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    password_salt bytea,
    password_hash bytea,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    last_opened_at timestamp(3) with time zone,
    mail_id uuid,
    password_cost text,
    CONSTRAINT report_link_check CHECK (((password_salt IS NULL) = (password_hash IS NULL))),
    CONSTRAINT report_link_created_by_check CHECK (((char_length(created_by) >= 1) AND (char_length(created_by) <= 200))),
    CONSTRAINT report_link_password_hash_check CHECK ((octet_length(password_hash) = 32)),
    CONSTRAINT report_link_password_salt_check CHECK ((octet_length(password_salt) = 16)),
    CONSTRAINT report_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

CREATE TABLE public.report_mail (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    report_id uuid NOT NULL,
    recipient text NOT NULL,
    reply_to text,
    message text,
    created_by text NOT NULL,
    status text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_token uuid,
    last_error text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    formats text[] DEFAULT '{pdf}'::text[] NOT NULL,
    CONSTRAINT report_mail_created_by_check CHECK (((char_length(created_by) >= 1) AND (char_length(created_by) <= 200))),
    CONSTRAINT report_mail_formats_check CHECK ((((cardinality(formats) >= 1) AND (cardinality(formats) <= 3)) AND (formats <@ ARRAY['pdf'::text, 'csv'::text, 'json'::text]))),
    CONSTRAINT report_mail_message_check CHECK (((char_length(message) >= 1) AND (char_length(message) <= 2000))),
    CONSTRAINT report_mail_recipient_check CHECK (((char_length(recipient) >= 3) AND (char_length(recipient) <= 254))),
    CONSTRAINT report_mail_reply_to_check CHECK (((char_length(reply_to) >= 3) AND (char_length(reply_to) <= 254))),
    CONSTRAINT report_mail_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE public.report_picture (
    agency_id integer NOT NULL,
    sha256 text NOT NULL,
    media_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT report_picture_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 1048576))),
    CONSTRAINT report_picture_height_check CHECK (((height >= 1) AND (height <= 8000))),
    CONSTRAINT report_picture_media_type_check CHECK ((media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text]))),
    CONSTRAINT report_picture_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT report_picture_width_check CHECK (((width >= 1) AND (width <= 8000)))
);

CREATE TABLE public.report_schedule (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    scope_type text NOT NULL,
    scope_id text NOT NULL,
    format text NOT NULL,
    days integer NOT NULL,
    rhythm text NOT NULL,
    on_day integer NOT NULL,
    at_time time(0) without time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    next_run_at timestamp(3) with time zone,
    last_run_at timestamp(3) with time zone,
    last_job_id uuid,
    last_error text,
    recipients text[] DEFAULT '{}'::text[] NOT NULL,
    formats text[],
    period text,
    comparison text,
    looked_through boolean DEFAULT false NOT NULL,
    business_days boolean DEFAULT false NOT NULL,
    CONSTRAINT report_schedule_check CHECK (((on_day >= 1) AND (on_day <=
CASE rhythm
    WHEN 'weekly'::text THEN 7
    ELSE 31
END))),
    CONSTRAINT report_schedule_check1 CHECK ((((cardinality(formats) >= 1) AND (cardinality(formats) <= 3)) AND (formats <@ ARRAY['pdf'::text, 'csv'::text, 'json'::text]) AND (formats[1] = format))),
    CONSTRAINT report_schedule_comparison_check CHECK ((comparison = ANY (ARRAY['previous_period'::text, 'previous_year'::text]))),
    CONSTRAINT report_schedule_days_check CHECK (((days >= 1) AND (days <= 365))),
    CONSTRAINT report_schedule_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'csv'::text, 'json'::text]))),
    CONSTRAINT report_schedule_period_check CHECK ((period = ANY (ARRAY['week'::text, 'month'::text, 'quarter'::text, 'half_year'::text, 'year'::text]))),
    CONSTRAINT report_schedule_recipients_check CHECK ((cardinality(recipients) <= 20)),
    CONSTRAINT report_schedule_rhythm_check CHECK ((rhythm = ANY (ARRAY['weekly'::text, 'monthly'::text]))),
    CONSTRAINT report_schedule_scope_type_check CHECK ((scope_type = ANY (ARRAY['article'::text, 'campaign'::text, 'portfolio'::text])))
);

CREATE TABLE public.report_signing_key (
    key_id text NOT NULL,
    public_key text NOT NULL,
    first_used_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT report_signing_key_key_id_check CHECK ((key_id ~ '^[A-Za-z0-9_-]{43}$'::text)),
    CONSTRAINT report_signing_key_public_key_check CHECK ((public_key ~ '^[A-Za-z0-9_-]{43}$'::text))
);

CREATE TABLE public.search_visibility (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    release_id integer NOT NULL,
    query text NOT NULL,
    clicks bigint NOT NULL,
    impressions bigint NOT NULL,
    ctr double precision NOT NULL,
    "position" double precision NOT NULL,
    period_from date NOT NULL,
    period_to date NOT NULL,
    origin text DEFAULT 'imported'::text NOT NULL,
    source text NOT NULL,
    method text NOT NULL,
    observed_at timestamp(3) with time zone NOT NULL,
    confidence text NOT NULL,
    import_id uuid NOT NULL,
    superseded_by uuid,
    CONSTRAINT search_visibility_check CHECK ((clicks <= impressions)),
    CONSTRAINT search_visibility_check1 CHECK ((period_from <= period_to)),
    CONSTRAINT search_visibility_clicks_check CHECK ((clicks >= 0)),
    CONSTRAINT search_visibility_confidence_check CHECK ((confidence = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text]))),
    CONSTRAINT search_visibility_ctr_check CHECK (((ctr >= (0)::double precision) AND (ctr <= (1)::double precision))),
    CONSTRAINT search_visibility_impressions_check CHECK (((impressions >= 0) AND (impressions <= '9007199254740991'::bigint))),
    CONSTRAINT search_visibility_method_check CHECK (((char_length(method) >= 1) AND (char_length(method) <= 500))),
    CONSTRAINT search_visibility_origin_check CHECK ((origin = 'imported'::text)),
    CONSTRAINT search_visibility_position_check CHECK ((("position" >= (0)::double precision) AND ("position" <= (1000000)::double precision))),
    CONSTRAINT search_visibility_query_check CHECK (((char_length(query) >= 1) AND (char_length(query) <= 300))),
    CONSTRAINT search_visibility_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 200)))
);

CREATE TABLE public.sign_in_link (
    token_hash bytea NOT NULL,
    person_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    session_id uuid,
    only_agency_id integer,
    CONSTRAINT sign_in_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

CREATE TABLE public.time_stamp (
    agency_id integer NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    subject_type text NOT NULL,
    subject_id text NOT NULL,
    statement text NOT NULL,
    imprint text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    token bytea,
    stamped_at timestamp(3) with time zone,
    authority text,
    policy text,
    is_qualified boolean,
    certificate_ends_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    fault text,
    due_at timestamp with time zone DEFAULT now(),
    lease_token uuid,
    CONSTRAINT time_stamp_authority_check CHECK (((char_length(authority) >= 1) AND (char_length(authority) <= 300))),
    CONSTRAINT time_stamp_check CHECK (((token IS NULL) = (stamped_at IS NULL))),
    CONSTRAINT time_stamp_check1 CHECK (((token IS NULL) OR ((authority IS NOT NULL) AND (policy IS NOT NULL) AND (is_qualified IS NOT NULL) AND (certificate_ends_at IS NOT NULL)))),
    CONSTRAINT time_stamp_fault_check CHECK ((char_length(fault) <= 300)),
    CONSTRAINT time_stamp_imprint_check CHECK ((imprint ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT time_stamp_policy_check CHECK (((char_length(policy) >= 1) AND (char_length(policy) <= 100))),
    CONSTRAINT time_stamp_statement_check CHECK (((char_length(statement) >= 2) AND (char_length(statement) <= 10000))),
    CONSTRAINT time_stamp_subject_id_check CHECK (((char_length(subject_id) >= 1) AND (char_length(subject_id) <= 100))),
    CONSTRAINT time_stamp_token_check CHECK (((octet_length(token) >= 1) AND (octet_length(token) <= 65536)))
)
WITH (fillfactor='80');

CREATE TABLE public.unread_medium (
    agency_id integer NOT NULL,
    host text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT unread_medium_host_check CHECK (((char_length(host) >= 1) AND (char_length(host) <= 253)))
);

CREATE TABLE public.unsaved_text (
    agency_id integer NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    person_id uuid NOT NULL,
    draft_id uuid,
    client_id integer,
    release_id integer,
    fields jsonb NOT NULL,
    bytes integer NOT NULL,
    saved_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    window_id uuid,
    CONSTRAINT unsaved_text_bytes_check CHECK (((bytes >= 1) AND (bytes <= 1000000))),
    CONSTRAINT unsaved_text_check CHECK ((num_nonnulls(draft_id, client_id, release_id) = 1))
);

CREATE TABLE public.used_once (
    hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT used_once_hash_check CHECK ((octet_length(hash) = 32))
);

CREATE TABLE public.view_engagement (
    agency_id integer NOT NULL,
    day date NOT NULL,
    release_id integer NOT NULL,
    class smallint NOT NULL,
    view_id text NOT NULL,
    engaged_ms integer NOT NULL,
    scroll_percent smallint NOT NULL,
    new_beacons integer NOT NULL,
    new_engaged_ms integer NOT NULL,
    scroll_percent_before smallint NOT NULL
)
PARTITION BY RANGE (day);

CREATE TABLE public.visitor_day (
    agency_id integer NOT NULL,
    day date NOT NULL,
    release_id integer NOT NULL,
    class smallint NOT NULL,
    visitor_id bigint NOT NULL,
    activity tstzmultirange NOT NULL,
    visits integer NOT NULL,
    channels integer NOT NULL,
    interaction_kinds integer NOT NULL,
    new_visitors integer,
    new_visits integer,
    new_channels integer,
    new_interaction_kinds integer,
    uses bigint[],
    agent_id integer,
    source_id bigint,
    address_key bigint,
    other_sources bigint[],
    new_sources bigint[]
)
PARTITION BY RANGE (day);

CREATE TABLE public.visitor_day_value (
    agency_id integer NOT NULL,
    day date NOT NULL,
    release_id integer NOT NULL,
    dimension smallint NOT NULL,
    value_id bigint NOT NULL,
    visitor_id bigint NOT NULL,
    activity tstzmultirange NOT NULL,
    visits integer NOT NULL,
    new_visitors integer NOT NULL,
    new_visits integer NOT NULL
)
PARTITION BY RANGE (day);

CREATE TABLE public.webhook (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    endpoint_url text NOT NULL,
    endpoint_hash bytea NOT NULL,
    events text[] NOT NULL,
    secret_encrypted bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    disabled_at timestamp(3) with time zone,
    disabled_reason text,
    last_delivery_at timestamp(3) with time zone,
    consecutive_failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp(3) with time zone,
    paused_at timestamp(3) with time zone,
    old_secret_encrypted bytea,
    old_secret_ends_at timestamp(3) with time zone,
    rotation_key uuid,
    CONSTRAINT webhook_check CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
    CONSTRAINT webhook_check1 CHECK (((old_secret_encrypted IS NULL) = (old_secret_ends_at IS NULL))),
    CONSTRAINT webhook_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['requested'::text, 'gone'::text, 'failing'::text]))),
    CONSTRAINT webhook_endpoint_hash_check CHECK ((octet_length(endpoint_hash) = 32)),
    CONSTRAINT webhook_endpoint_url_check CHECK (((char_length(endpoint_url) >= 1) AND (char_length(endpoint_url) <= 2000))),
    CONSTRAINT webhook_events_check CHECK ((cardinality(events) >= 1))
)
WITH (fillfactor='70');

CREATE TABLE public.webhook_attempt (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    message_id uuid NOT NULL,
    event_type text NOT NULL,
    attempt smallint NOT NULL,
    status text DEFAULT 'sending'::text NOT NULL,
    response_status smallint,
    duration_ms integer,
    error text,
    remote_address text,
    attempted_at timestamp(3) with time zone NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    release_id integer,
    replay_id uuid,
    answer text,
    CONSTRAINT webhook_attempt_answer_check CHECK ((octet_length(answer) <= 3072)),
    CONSTRAINT webhook_attempt_attempt_check CHECK ((attempt >= 1)),
    CONSTRAINT webhook_attempt_error_check CHECK ((error = ANY (ARRAY['dns'::text, 'connect'::text, 'tls'::text, 'timeout'::text, 'http_status'::text, 'redirect'::text, 'unsafe_endpoint'::text, 'response_too_large'::text, 'interrupted'::text]))),
    CONSTRAINT webhook_attempt_status_check CHECK ((status = ANY (ARRAY['sending'::text, 'delivered'::text, 'failed'::text, 'unknown'::text])))
)
WITH (fillfactor='80');

CREATE TABLE public.webhook_message (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    event_type text NOT NULL,
    payload text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    release_id integer,
    is_test boolean DEFAULT false NOT NULL,
    CONSTRAINT webhook_message_payload_check CHECK ((octet_length(payload) <= 20480))
);

CREATE TABLE public.webhook_queue (
    agency_id integer NOT NULL,
    webhook_id uuid NOT NULL,
    message_id uuid NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_token uuid,
    attempts_before smallint DEFAULT 0 NOT NULL,
    replay_id uuid,
    held_at timestamp(3) with time zone,
    CONSTRAINT webhook_queue_attempts_before_check CHECK ((attempts_before >= 0))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='10000', autovacuum_analyze_scale_factor='0', autovacuum_analyze_threshold='5000', autovacuum_vacuum_cost_delay='0');

CREATE TABLE public.webhook_replay (
    agency_id integer NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid,
    message_id uuid,
    release_id integer,
    failed_since timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    after_message_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    queued integer DEFAULT 0 NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT webhook_replay_check CHECK ((num_nonnulls(message_id, release_id, failed_since) = 1)),
    CONSTRAINT webhook_replay_queued_check CHECK (((queued >= 0) AND (queued <= 10000)))
);

ALTER TABLE ONLY public.client ALTER COLUMN id SET DEFAULT nextval('public.client_id_seq'::regclass);

ALTER TABLE ONLY public.newsroom ALTER COLUMN id SET DEFAULT nextval('public.newsroom_id_seq'::regclass);

ALTER TABLE ONLY public.release ALTER COLUMN id SET DEFAULT nextval('public.release_id_seq'::regclass);

ALTER TABLE ONLY public.address_day
    ADD CONSTRAINT address_day_pkey PRIMARY KEY (agency_id, day, release_id, address_id);

ALTER TABLE ONLY public.address_word
    ADD CONSTRAINT address_word_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.agency_branding
    ADD CONSTRAINT agency_branding_pkey PRIMARY KEY (agency_id);

ALTER TABLE ONLY public.agency
    ADD CONSTRAINT agency_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agency_work
    ADD CONSTRAINT agency_work_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.agent_connection
    ADD CONSTRAINT agent_connection_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.agent_token
    ADD CONSTRAINT agent_token_pkey PRIMARY KEY (agency_id, token_hash);

ALTER TABLE ONLY public.ai_visibility_run
    ADD CONSTRAINT ai_visibility_run_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.alert
    ADD CONSTRAINT alert_agency_id_kind_subject_key UNIQUE (agency_id, kind, subject);

ALTER TABLE public.alert
    ADD CONSTRAINT alert_kind_check CHECK ((kind = ANY (ARRAY['first_clipping'::text, 'first_views'::text, 'feed_broken'::text, 'approval_overdue'::text, 'new_mentions'::text, 'goal_reached'::text, 'goal_ended'::text]))) NOT VALID;

ALTER TABLE ONLY public.alert
    ADD CONSTRAINT alert_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.alert_state
    ADD CONSTRAINT alert_state_pkey PRIMARY KEY (agency_id);

ALTER TABLE ONLY public.alert_wish
    ADD CONSTRAINT alert_wish_pkey PRIMARY KEY (agency_id, person_id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.approval
    ADD CONSTRAINT approval_agency_id_idempotency_key_key UNIQUE (agency_id, idempotency_key);

ALTER TABLE ONLY public.approval_approver
    ADD CONSTRAINT approval_approver_pkey PRIMARY KEY (agency_id, approval_id, contact_id);

ALTER TABLE public.approval_approver
    ADD CONSTRAINT approval_approver_recorded CHECK (((num_nulls(recorded_by, recorded_how, recorded_note) = ANY (ARRAY[0, 3])) AND ((recorded_by IS NULL) OR (status = 'approved'::text)))) NOT VALID;

ALTER TABLE ONLY public.approval_comment
    ADD CONSTRAINT approval_comment_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.approval_file
    ADD CONSTRAINT approval_file_pkey PRIMARY KEY (agency_id, approval_id, contact_id);

ALTER TABLE ONLY public.approval_link
    ADD CONSTRAINT approval_link_pkey PRIMARY KEY (agency_id, token_hash);

ALTER TABLE ONLY public.approval_mail
    ADD CONSTRAINT approval_mail_pkey PRIMARY KEY (agency_id, approval_id, kind);

ALTER TABLE public.approval
    ADD CONSTRAINT approval_of_all CHECK (((status <> 'approved'::text) OR (COALESCE(awaited, 0) = 0))) NOT VALID;

ALTER TABLE ONLY public.approval
    ADD CONSTRAINT approval_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE public.approval
    ADD CONSTRAINT approval_recorded CHECK (((kind = 'recorded'::text) = ((recorded_by IS NOT NULL) AND (recorded_how IS NOT NULL) AND (recorded_note IS NOT NULL)))) NOT VALID;

ALTER TABLE ONLY public.asset
    ADD CONSTRAINT asset_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.asset_upload_part
    ADD CONSTRAINT asset_upload_part_pkey PRIMARY KEY (agency_id, upload_id, "position");

ALTER TABLE ONLY public.asset_upload
    ADD CONSTRAINT asset_upload_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE public.audit
    ADD CONSTRAINT audit_actor_type_check CHECK ((actor_type = ANY (ARRAY['api_key'::text, 'operator'::text, 'contact'::text, 'service'::text, 'person'::text, 'agent'::text]))) NOT VALID;

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.backfill
    ADD CONSTRAINT backfill_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.campaign
    ADD CONSTRAINT campaign_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.campaign_release
    ADD CONSTRAINT campaign_release_pkey PRIMARY KEY (agency_id, campaign_id, release_id);

ALTER TABLE ONLY public.client_approval_rule
    ADD CONSTRAINT client_approval_rule_pkey PRIMARY KEY (agency_id, client_id);

ALTER TABLE ONLY public.client_contact
    ADD CONSTRAINT client_contact_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.client_day_dimension
    ADD CONSTRAINT client_day_dimension_pkey PRIMARY KEY (agency_id, client_id, day, dimension, value_id);

ALTER TABLE ONLY public.client_day
    ADD CONSTRAINT client_day_pkey PRIMARY KEY (agency_id, client_id, day, class);

ALTER TABLE ONLY public.client_persona
    ADD CONSTRAINT client_persona_pkey PRIMARY KEY (agency_id, client_id, version);

ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.client_report_template
    ADD CONSTRAINT client_report_template_pkey PRIMARY KEY (agency_id, client_id);

ALTER TABLE ONLY public.clipping_address
    ADD CONSTRAINT clipping_address_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.conversion
    ADD CONSTRAINT conversion_pkey PRIMARY KEY (agency_id, event_id);

ALTER TABLE ONLY public.credit_entry
    ADD CONSTRAINT credit_entry_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.credit_reservation
    ADD CONSTRAINT credit_reservation_pkey PRIMARY KEY (agency_id, draft_id);

ALTER TABLE ONLY public.day_salt
    ADD CONSTRAINT day_salt_pkey PRIMARY KEY (day);

ALTER TABLE ONLY public.draft
    ADD CONSTRAINT draft_agency_id_idempotency_key_key UNIQUE (agency_id, idempotency_key);

ALTER TABLE ONLY public.draft
    ADD CONSTRAINT draft_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.draft_version
    ADD CONSTRAINT draft_version_pkey PRIMARY KEY (agency_id, draft_id, version);

ALTER TABLE ONLY public.embargo_acceptance
    ADD CONSTRAINT embargo_acceptance_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.embargo_link
    ADD CONSTRAINT embargo_link_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.export_chunk
    ADD CONSTRAINT export_chunk_pkey PRIMARY KEY (agency_id, job_id, artifact_id, number);

ALTER TABLE ONLY public.export_file_left
    ADD CONSTRAINT export_file_left_pkey PRIMARY KEY (agency_id, job_id, artifact_id);

ALTER TABLE ONLY public.export_job
    ADD CONSTRAINT export_job_agency_id_idempotency_key_key UNIQUE (agency_id, idempotency_key);

ALTER TABLE ONLY public.export_job
    ADD CONSTRAINT export_job_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.figure_note
    ADD CONSTRAINT figure_note_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.figure_state
    ADD CONSTRAINT figure_state_pkey PRIMARY KEY (agency_id);

ALTER TABLE ONLY public.goal
    ADD CONSTRAINT goal_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.hit_campaign
    ADD CONSTRAINT hit_campaign_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.hit_day_dimension
    ADD CONSTRAINT hit_day_dimension_pkey PRIMARY KEY (agency_id, release_id, day, dimension, value_id);

ALTER TABLE ONLY public.hit_day
    ADD CONSTRAINT hit_day_pkey PRIMARY KEY (agency_id, release_id, day, class);

ALTER TABLE ONLY public.hit_operator
    ADD CONSTRAINT hit_operator_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.hit
    ADD CONSTRAINT hit_pkey PRIMARY KEY (agency_id, occurred_at, id);

ALTER TABLE ONLY public.hit_recorder
    ADD CONSTRAINT hit_recorder_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.hit_source
    ADD CONSTRAINT hit_source_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.hit_target
    ADD CONSTRAINT hit_target_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.import_mapping
    ADD CONSTRAINT import_mapping_pkey PRIMARY KEY (agency_id, kind, heading_hash);

ALTER TABLE ONLY public.insight_import
    ADD CONSTRAINT insight_import_agency_id_kind_file_hash_key UNIQUE (agency_id, kind, file_hash);

ALTER TABLE ONLY public.insight_import
    ADD CONSTRAINT insight_import_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.insight_upload_part
    ADD CONSTRAINT insight_upload_part_pkey PRIMARY KEY (agency_id, upload_id, "position");

ALTER TABLE ONLY public.insight_upload
    ADD CONSTRAINT insight_upload_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.interaction_day
    ADD CONSTRAINT interaction_day_pkey PRIMARY KEY (agency_id, day, release_id, counter_id);

ALTER TABLE ONLY public.lost_hit_day
    ADD CONSTRAINT lost_hit_day_pkey PRIMARY KEY (agency_id, release_id, day, newsroom_id);

ALTER TABLE public.mail
    ADD CONSTRAINT mail_lane_check CHECK ((lane = ANY (ARRAY['sign_in'::text, 'personal'::text, 'many'::text, 'mailing'::text]))) NOT VALID;

ALTER TABLE ONLY public.mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.mail_sender
    ADD CONSTRAINT mail_sender_pkey PRIMARY KEY (agency_id, client_id);

ALTER TABLE public.mailing
    ADD CONSTRAINT mailing_embargo_check CHECK (((NOT is_embargoed) OR (draft_id IS NOT NULL))) NOT VALID;

ALTER TABLE ONLY public.mailing
    ADD CONSTRAINT mailing_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.media_blob
    ADD CONSTRAINT media_blob_agency_id_sha256_key UNIQUE (agency_id, sha256);

ALTER TABLE ONLY public.media_blob
    ADD CONSTRAINT media_blob_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.media_chunk
    ADD CONSTRAINT media_chunk_pkey PRIMARY KEY (agency_id, file_id, number);

ALTER TABLE ONLY public.media_contact
    ADD CONSTRAINT media_contact_agency_id_address_key_key UNIQUE (agency_id, address_key);

ALTER TABLE ONLY public.media_contact_list_member
    ADD CONSTRAINT media_contact_list_member_pkey PRIMARY KEY (agency_id, list_id, contact_id);

ALTER TABLE ONLY public.media_contact_list
    ADD CONSTRAINT media_contact_list_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.media_contact_objection
    ADD CONSTRAINT media_contact_objection_pkey PRIMARY KEY (agency_id, address_key);

ALTER TABLE ONLY public.media_contact
    ADD CONSTRAINT media_contact_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.media_contact_setting
    ADD CONSTRAINT media_contact_setting_pkey PRIMARY KEY (agency_id);

ALTER TABLE ONLY public.media_derivative
    ADD CONSTRAINT media_derivative_pkey PRIMARY KEY (agency_id, blob_id, size, format);

ALTER TABLE ONLY public.media_file
    ADD CONSTRAINT media_file_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE public.media_mention
    ADD CONSTRAINT media_mention_match_type_check CHECK ((match_type = ANY (ARRAY['full_text'::text, 'excerpt'::text, 'mention'::text, 'link'::text, 'none'::text]))) NOT VALID;

ALTER TABLE public.media_mention
    ADD CONSTRAINT media_mention_of_feed CHECK (((provider_id IS NULL) OR (origin = 'observed'::text))) NOT VALID;

ALTER TABLE public.media_mention
    ADD CONSTRAINT media_mention_of_file CHECK (((import_id IS NULL) OR (origin = 'imported'::text))) NOT VALID;

ALTER TABLE ONLY public.media_mention
    ADD CONSTRAINT media_mention_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.media_quota
    ADD CONSTRAINT media_quota_pkey PRIMARY KEY (agency_id);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_pkey PRIMARY KEY (agency_id, person_id);

ALTER TABLE ONLY public.mention_evidence
    ADD CONSTRAINT mention_evidence_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.moved_text
    ADD CONSTRAINT moved_text_pkey PRIMARY KEY (agency_id, move_id, "position");

ALTER TABLE ONLY public.newsroom
    ADD CONSTRAINT newsroom_agency_id_client_id_key UNIQUE (agency_id, client_id);

ALTER TABLE ONLY public.newsroom_domain
    ADD CONSTRAINT newsroom_domain_agency_id_client_id_host_key UNIQUE (agency_id, client_id, host);

ALTER TABLE ONLY public.newsroom_domain
    ADD CONSTRAINT newsroom_domain_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.newsroom_fan_out
    ADD CONSTRAINT newsroom_fan_out_pkey PRIMARY KEY (agency_id, release_id);

ALTER TABLE ONLY public.newsroom_mail
    ADD CONSTRAINT newsroom_mail_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.newsroom_move
    ADD CONSTRAINT newsroom_move_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.newsroom
    ADD CONSTRAINT newsroom_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.newsroom_subscription
    ADD CONSTRAINT newsroom_subscription_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.old_address
    ADD CONSTRAINT old_address_pkey PRIMARY KEY (agency_id, client_id, path, host);

ALTER TABLE ONLY public.operator_log
    ADD CONSTRAINT operator_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.partner
    ADD CONSTRAINT partner_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_email_key UNIQUE (email);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);

ALTER TABLE public.person_session
    ADD CONSTRAINT person_session_method_check CHECK ((method = ANY (ARRAY['link'::text, 'passkey'::text, 'oidc'::text, 'handoff'::text, 'invitation'::text]))) NOT VALID;

ALTER TABLE public.person_session
    ADD CONSTRAINT person_session_partner_check CHECK (((method = ANY (ARRAY['oidc'::text, 'handoff'::text, 'invitation'::text])) = (only_agency_id IS NOT NULL))) NOT VALID;

ALTER TABLE ONLY public.person_session
    ADD CONSTRAINT person_session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.person_session
    ADD CONSTRAINT person_session_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.portfolio_campaign
    ADD CONSTRAINT portfolio_campaign_pkey PRIMARY KEY (agency_id, portfolio_id, campaign_id);

ALTER TABLE ONLY public.portfolio_client
    ADD CONSTRAINT portfolio_client_pkey PRIMARY KEY (agency_id, portfolio_id, client_id);

ALTER TABLE ONLY public.portfolio
    ADD CONSTRAINT portfolio_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.provider_connection
    ADD CONSTRAINT provider_connection_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.public_address
    ADD CONSTRAINT public_address_pkey PRIMARY KEY (kind, address);

ALTER TABLE ONLY public.publication_report
    ADD CONSTRAINT publication_report_agency_id_number_key UNIQUE (agency_id, number);

ALTER TABLE ONLY public.publication_report
    ADD CONSTRAINT publication_report_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.refused_call
    ADD CONSTRAINT refused_call_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.release
    ADD CONSTRAINT release_agency_id_client_id_slug_key UNIQUE (agency_id, client_id, slug);

ALTER TABLE ONLY public.release_card
    ADD CONSTRAINT release_card_pkey PRIMARY KEY (agency_id, release_id);

ALTER TABLE ONLY public.release_month
    ADD CONSTRAINT release_month_pkey PRIMARY KEY (agency_id, release_id, month) INCLUDE (views, visitors);

ALTER TABLE ONLY public.release
    ADD CONSTRAINT release_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.report_anchor
    ADD CONSTRAINT report_anchor_pkey PRIMARY KEY (agency_id);

ALTER TABLE ONLY public.report_chain
    ADD CONSTRAINT report_chain_pkey PRIMARY KEY (agency_id);

ALTER TABLE ONLY public.report_draft
    ADD CONSTRAINT report_draft_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.report_link
    ADD CONSTRAINT report_link_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.report_mail
    ADD CONSTRAINT report_mail_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.report_picture
    ADD CONSTRAINT report_picture_pkey PRIMARY KEY (agency_id, sha256);

ALTER TABLE ONLY public.report_schedule
    ADD CONSTRAINT report_schedule_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.report_signing_key
    ADD CONSTRAINT report_signing_key_pkey PRIMARY KEY (key_id);

ALTER TABLE ONLY public.search_visibility
    ADD CONSTRAINT search_visibility_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.sign_in_link
    ADD CONSTRAINT sign_in_link_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.time_stamp
    ADD CONSTRAINT time_stamp_agency_id_subject_type_subject_id_key UNIQUE (agency_id, subject_type, subject_id);

ALTER TABLE ONLY public.time_stamp
    ADD CONSTRAINT time_stamp_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE public.time_stamp
    ADD CONSTRAINT time_stamp_subject_type_check CHECK ((subject_type = ANY (ARRAY['report'::text, 'head'::text, 'approval'::text, 'release'::text, 'goal'::text]))) NOT VALID;

ALTER TABLE ONLY public.unread_medium
    ADD CONSTRAINT unread_medium_pkey PRIMARY KEY (agency_id, host);

ALTER TABLE ONLY public.unsaved_text
    ADD CONSTRAINT unsaved_text_agency_id_person_id_client_id_key UNIQUE (agency_id, person_id, client_id);

ALTER TABLE ONLY public.unsaved_text
    ADD CONSTRAINT unsaved_text_agency_id_person_id_draft_id_key UNIQUE (agency_id, person_id, draft_id);

ALTER TABLE ONLY public.unsaved_text
    ADD CONSTRAINT unsaved_text_agency_id_person_id_release_id_key UNIQUE (agency_id, person_id, release_id);

ALTER TABLE ONLY public.unsaved_text
    ADD CONSTRAINT unsaved_text_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.used_once
    ADD CONSTRAINT used_once_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.view_engagement
    ADD CONSTRAINT view_engagement_pkey PRIMARY KEY (agency_id, day, release_id, class, view_id);

ALTER TABLE ONLY public.visitor_day
    ADD CONSTRAINT visitor_day_pkey PRIMARY KEY (agency_id, day, release_id, class, visitor_id);

ALTER TABLE ONLY public.visitor_day_value
    ADD CONSTRAINT visitor_day_value_pkey PRIMARY KEY (agency_id, day, release_id, dimension, value_id, visitor_id);

ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.webhook_message
    ADD CONSTRAINT webhook_message_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (agency_id, id);

ALTER TABLE ONLY public.webhook_queue
    ADD CONSTRAINT webhook_queue_pkey PRIMARY KEY (agency_id, webhook_id, message_id);

ALTER TABLE ONLY public.webhook_replay
    ADD CONSTRAINT webhook_replay_pkey PRIMARY KEY (agency_id, id);

CREATE UNIQUE INDEX address_word_of_newsroom ON public.address_word USING btree (agency_id, word) WHERE (release_id IS NULL);

CREATE UNIQUE INDEX address_word_of_release ON public.address_word USING btree (agency_id, client_id, word) WHERE (release_id IS NOT NULL);

CREATE INDEX agency_to_delete ON public.agency USING btree (delete_after) WHERE (delete_after IS NOT NULL);

CREATE INDEX agency_work_in_turn ON public.agency_work USING btree (queue, agency_id, due_at);

CREATE INDEX agent_connection_of_person ON public.agent_connection USING btree (agency_id, person_id);

CREATE INDEX agent_token_of_connection ON public.agent_token USING btree (agency_id, connection_id);

CREATE INDEX ai_visibility_run_by_import ON public.ai_visibility_run USING btree (agency_id, import_id, id);

CREATE UNIQUE INDEX ai_visibility_run_of_sample ON public.ai_visibility_run USING btree (agency_id, release_id, source, engine, model, md5(prompt), observed_at) WHERE (superseded_by IS NULL);

CREATE INDEX ai_visibility_run_superseded ON public.ai_visibility_run USING btree (agency_id, superseded_by) WHERE (superseded_by IS NOT NULL);

CREATE INDEX alert_by_time ON public.alert USING btree (agency_id, occurred_at);

CREATE INDEX api_key_by_hash ON public.api_key USING btree (key_hash);

CREATE INDEX approval_approver_by_contact ON public.approval_approver USING btree (agency_id, contact_id, approval_id);

CREATE INDEX approval_by_draft ON public.approval USING btree (agency_id, draft_id, requested_at DESC);

CREATE INDEX approval_by_id ON public.approval USING btree (id);

CREATE INDEX approval_comment_by_approval ON public.approval_comment USING btree (agency_id, approval_id, id);

CREATE INDEX approval_decided ON public.approval USING btree (agency_id, decided_at DESC) WHERE (decided_at IS NOT NULL);

CREATE INDEX approval_due ON public.approval USING btree (agency_id, expires_at, id) WHERE (status = 'pending'::text);

CREATE INDEX approval_link_by_age ON public.approval_link USING btree (created_at);

CREATE INDEX approval_link_current ON public.approval_link USING btree (agency_id, approval_id) WHERE (replaced_at IS NULL);

CREATE INDEX approval_mail_due ON public.approval_mail USING btree (agency_id, next_attempt_at, approval_id) WHERE (status = 'waiting'::text);

CREATE UNIQUE INDEX approval_pending ON public.approval USING btree (agency_id, draft_id) WHERE (status = 'pending'::text);

CREATE INDEX asset_by_blob ON public.asset USING btree (agency_id, blob_id);

CREATE INDEX asset_by_client ON public.asset USING btree (agency_id, client_id, id DESC);

CREATE INDEX asset_by_id ON public.asset USING btree (id);

CREATE INDEX asset_upload_by_expiry ON public.asset_upload USING btree (expires_at);

CREATE INDEX asset_upload_part_by_file ON public.asset_upload_part USING btree (agency_id, file_id);

CREATE INDEX audit_by_action ON public.audit USING btree (agency_id, action, id);

CREATE INDEX audit_by_actor ON public.audit USING btree (agency_id, actor_id, id);

CREATE INDEX audit_by_subject ON public.audit USING btree (agency_id, subject_type, id);

CREATE INDEX client_by_id ON public.client USING btree (id);

CREATE UNIQUE INDEX client_by_slug ON public.client USING btree (agency_id, slug);

CREATE INDEX client_contact_by_client ON public.client_contact USING btree (agency_id, client_id, id);

CREATE INDEX clipping_address_by_age ON public.clipping_address USING btree (created_at);

CREATE INDEX clipping_address_due ON public.clipping_address USING btree (agency_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX clipping_address_of_batch ON public.clipping_address USING btree (agency_id, batch_id, "position");

CREATE INDEX conversion_by_release ON public.conversion USING btree (agency_id, release_id, occurred_at);

CREATE UNIQUE INDEX credit_entry_once ON public.credit_entry USING btree (agency_id, draft_id, draft_version) WHERE (reason = 'publication'::text);

CREATE INDEX draft_by_client ON public.draft USING btree (agency_id, client_id, id);

CREATE INDEX draft_by_id ON public.draft USING btree (id);

CREATE INDEX draft_by_update ON public.draft USING btree (agency_id, updated_at DESC, id DESC);

CREATE INDEX draft_due ON public.draft USING btree (agency_id, scheduled_for, id) WHERE (status = 'scheduled'::text);

CREATE INDEX draft_waiting ON public.draft USING btree (agency_id, status, updated_at DESC, id) WHERE (status = ANY (ARRAY['approved'::text, 'changes_requested'::text]));

CREATE INDEX embargo_acceptance_by_link ON public.embargo_acceptance USING btree (agency_id, link_id, accepted_at);

CREATE INDEX embargo_link_by_age ON public.embargo_link USING btree (created_at);

CREATE INDEX embargo_link_by_draft ON public.embargo_link USING btree (agency_id, draft_id, id);

CREATE UNIQUE INDEX embargo_link_by_hash ON public.embargo_link USING btree (agency_id, token_hash);

CREATE UNIQUE INDEX embargo_link_by_mailing ON public.embargo_link USING btree (agency_id, mailing_id) WHERE (mailing_id IS NOT NULL);

CREATE INDEX export_file_left_by_time ON public.export_file_left USING btree (left_at);

CREATE INDEX export_job_by_report ON public.export_job USING btree (agency_id, report_id);

CREATE INDEX export_job_due ON public.export_job USING btree (agency_id, due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX export_job_expiring ON public.export_job USING btree (expires_at) WHERE ((status = 'completed'::text) AND (artifact_id IS NOT NULL));

CREATE INDEX figure_note_of_client ON public.figure_note USING btree (agency_id, client_id, day);

CREATE INDEX figure_note_of_release ON public.figure_note USING btree (agency_id, release_id) WHERE (release_id IS NOT NULL);

CREATE INDEX goal_of_client ON public.goal USING btree (agency_id, client_id, created_at DESC);

CREATE INDEX goal_of_scope ON public.goal USING btree (agency_id, scope_type, scope_id, from_day) WHERE (fixed_at IS NOT NULL);

CREATE UNIQUE INDEX goal_replaced_once ON public.goal USING btree (agency_id, replaces) WHERE ((replaces IS NOT NULL) AND (fixed_at IS NOT NULL));

CREATE INDEX hit_by_time ON ONLY public.hit USING brin (occurred_at);

CREATE UNIQUE INDEX insight_import_at_work ON public.insight_import USING btree (agency_id) WHERE (state = ANY (ARRAY['storing'::text, 'given_up'::text]));

CREATE INDEX insight_import_unfinished ON public.insight_import USING btree (agency_id, id) WHERE (state <> 'stored'::text);

CREATE INDEX insight_upload_by_age ON public.insight_upload USING btree (created_at);

CREATE INDEX insight_upload_due ON public.insight_upload USING btree (agency_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX mail_by_address ON public.mail USING btree (agency_id, ((details ->> 'addressKey'::text))) WHERE (kind = 'mailing'::text);

CREATE INDEX mail_by_kind ON public.mail USING btree (agency_id, kind, created_at);

CREATE INDEX mail_due ON public.mail USING btree (agency_id, lane, due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX mail_finished ON public.mail USING btree (kind, finished_at) WHERE (finished_at IS NOT NULL);

CREATE INDEX mail_of_contact ON public.mail USING btree (agency_id, once, finished_at) WHERE (kind = 'mailing'::text);

CREATE UNIQUE INDEX mail_once ON public.mail USING btree (agency_id, about_id, kind, once);

CREATE INDEX mail_sender_by_look ON public.mail_sender USING btree (looked_at NULLS FIRST);

CREATE INDEX mailing_by_draft ON public.mailing USING btree (agency_id, draft_id) WHERE (draft_id IS NOT NULL);

CREATE INDEX mailing_by_release ON public.mailing USING btree (agency_id, release_id) WHERE (release_id IS NOT NULL);

CREATE INDEX mailing_due ON public.mailing USING btree (agency_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX mailing_to_forget ON public.mailing USING btree (finished_at) WHERE ((finished_at IS NOT NULL) AND (media_addressed IS NULL));

CREATE INDEX media_contact_by_age ON public.media_contact USING btree (GREATEST(confirmed_at, COALESCE(mailed_at, confirmed_at)));

CREATE INDEX media_contact_by_name ON public.media_contact USING btree (agency_id, sort_key, id);

CREATE INDEX media_contact_list_member_by_contact ON public.media_contact_list_member USING btree (agency_id, contact_id);

CREATE INDEX media_contact_list_member_of_import ON public.media_contact_list_member USING btree (agency_id, import_id) WHERE (import_id IS NOT NULL);

CREATE INDEX media_contact_objection_by_mailing ON public.media_contact_objection USING btree (agency_id, mailing_id) WHERE (mailing_id IS NOT NULL);

CREATE INDEX media_contact_of_import ON public.media_contact USING btree (agency_id, import_id) WHERE (import_id IS NOT NULL);

CREATE INDEX media_contact_uninformed ON public.media_contact USING btree (agency_id, created_at) WHERE (informed_at IS NULL);

CREATE INDEX media_derivative_by_file ON public.media_derivative USING btree (agency_id, file_id);

CREATE INDEX media_file_unused ON public.media_file USING btree (unused_since) WHERE (unused_since IS NOT NULL);

CREATE INDEX media_mention_by_arrival ON public.media_mention USING btree (agency_id, origin, import_id, id);

CREATE INDEX media_mention_by_article ON public.media_mention USING btree (agency_id, item_hash, release_id);

CREATE UNIQUE INDEX media_mention_by_hand ON public.media_mention USING btree (agency_id, client_id, item_hash) WHERE ((import_id IS NULL) AND (provider_id IS NULL));

CREATE INDEX media_mention_by_moment ON public.media_mention USING btree (agency_id, origin, published_at DESC, id DESC);

CREATE INDEX media_mention_by_release ON public.media_mention USING btree (agency_id, release_id, published_at DESC);

CREATE INDEX media_mention_entered ON public.media_mention USING btree (agency_id, published_at DESC, id DESC) WHERE (provider_id IS NULL);

CREATE INDEX media_mention_found ON public.media_mention USING btree (agency_id, id) WHERE (state = 'found'::text);

CREATE INDEX media_mention_merged ON public.media_mention USING btree (agency_id, merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX media_mention_of_client ON public.media_mention USING btree (agency_id, client_id, published_at DESC) WHERE (release_id IS NULL);

CREATE UNIQUE INDEX media_mention_once ON public.media_mention USING btree (agency_id, release_id, origin, item_hash) WHERE (superseded_by IS NULL);

CREATE INDEX media_mention_superseded ON public.media_mention USING btree (agency_id, superseded_by) WHERE (superseded_by IS NOT NULL);

CREATE INDEX membership_by_person ON public.membership USING btree (person_id);

CREATE INDEX mention_evidence_due ON public.mention_evidence USING btree (agency_id, due_at) WHERE (due_at IS NOT NULL);

CREATE UNIQUE INDEX moved_text_once ON public.moved_text USING btree (agency_id, client_id, source, guid) WHERE (state = 'taken'::text);

CREATE INDEX newsroom_by_contact_picture ON public.newsroom USING btree (agency_id, contact_picture_asset_id) WHERE (contact_picture_asset_id IS NOT NULL);

CREATE INDEX newsroom_by_logo ON public.newsroom USING btree (agency_id, logo_asset_id) WHERE (logo_asset_id IS NOT NULL);

CREATE UNIQUE INDEX newsroom_domain_proven ON public.newsroom_domain USING btree (agency_id, host) WHERE (proven_at IS NOT NULL);

CREATE INDEX newsroom_fan_out_due ON public.newsroom_fan_out USING btree (agency_id, created_at, release_id) WHERE (finished_at IS NULL);

CREATE UNIQUE INDEX newsroom_mail_confirmation ON public.newsroom_mail USING btree (agency_id, subscription_id) WHERE ((release_id IS NULL) AND (status = 'waiting'::text));

CREATE INDEX newsroom_mail_digest ON public.newsroom_mail USING btree (agency_id, subscription_id, digest_at) WHERE (status = 'waiting'::text);

CREATE INDEX newsroom_mail_due ON public.newsroom_mail USING btree (agency_id, next_attempt_at, id) WHERE (status = 'waiting'::text);

CREATE INDEX newsroom_mail_finished ON public.newsroom_mail USING btree (finished_at) WHERE (status <> 'waiting'::text);

CREATE UNIQUE INDEX newsroom_mail_once ON public.newsroom_mail USING btree (agency_id, release_id, subscription_id) WHERE (release_id IS NOT NULL);

CREATE INDEX newsroom_move_due ON public.newsroom_move USING btree (agency_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX newsroom_move_waiting ON public.newsroom_move USING btree (created_at) WHERE (state = ANY (ARRAY['receiving'::text, 'checked'::text, 'failed'::text]));

CREATE INDEX newsroom_subscription_active ON public.newsroom_subscription USING btree (agency_id, client_id, id) WHERE (status = 'active'::text);

CREATE INDEX newsroom_subscription_by_address ON public.newsroom_subscription USING btree (agency_id, address_hash, id);

CREATE UNIQUE INDEX newsroom_subscription_current ON public.newsroom_subscription USING btree (agency_id, client_id, address_hash, COALESCE(topic, ''::text)) WHERE (status <> 'ended'::text);

CREATE INDEX newsroom_subscription_ended ON public.newsroom_subscription USING btree (ended_at) WHERE (status = 'ended'::text);

CREATE INDEX newsroom_subscription_pending ON public.newsroom_subscription USING btree (requested_at) WHERE (status = 'pending'::text);

CREATE INDEX old_address_of_asset ON public.old_address USING btree (agency_id, asset_id) WHERE (asset_id IS NOT NULL);

CREATE INDEX partner_by_id ON public.partner USING btree (id);

CREATE INDEX partner_by_issuer ON public.partner USING btree (issuer) WHERE (kind = 'handoff'::text);

CREATE INDEX passkey_by_person ON public.passkey USING btree (person_id);

CREATE INDEX person_by_leaving ON public.person USING btree (left_at) WHERE (left_at IS NOT NULL);

CREATE INDEX person_session_by_person ON public.person_session USING btree (person_id);

CREATE INDEX person_session_by_use ON public.person_session USING btree (last_used_at);

CREATE UNIQUE INDEX portfolio_kept ON public.portfolio USING btree (agency_id, client_id) WHERE (client_id IS NOT NULL);

CREATE INDEX provider_connection_due ON public.provider_connection USING btree (agency_id, next_check_at, id) WHERE (next_check_at IS NOT NULL);

CREATE UNIQUE INDEX provider_connection_in_use ON public.provider_connection USING btree (agency_id, url) WHERE (state <> 'removed'::text);

CREATE INDEX public_address_of_agency ON public.public_address USING btree (agency_id, kind);

CREATE INDEX publication_report_by_id ON public.publication_report USING btree (id);

CREATE UNIQUE INDEX publication_report_by_idempotency_key ON public.publication_report USING btree (agency_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);

CREATE INDEX publication_report_by_scope ON public.publication_report USING btree (agency_id, scope_type, scope_id, number DESC);

CREATE INDEX refused_call_by_age ON public.refused_call USING btree (refused_at);

CREATE INDEX release_by_agency ON public.release USING btree (agency_id, published_at DESC, id DESC) WHERE (status = 'published'::text);

CREATE INDEX release_by_assets ON public.release USING gin (asset_ids);

CREATE INDEX release_by_image ON public.release USING btree (agency_id, image_asset_id) WHERE (image_asset_id IS NOT NULL);

CREATE INDEX release_card_by_file ON public.release_card USING btree (agency_id, file_id);

CREATE UNIQUE INDEX release_of_draft ON public.release USING btree (agency_id, draft_id) WHERE (draft_id IS NOT NULL);

CREATE INDEX release_published ON public.release USING btree (agency_id, client_id, published_at DESC, id DESC) WHERE (status = 'published'::text);

CREATE INDEX release_search ON public.release USING gin (search) WHERE (status = 'published'::text);

CREATE INDEX release_translations ON public.release USING btree (agency_id, translation_of) WHERE (translation_of IS NOT NULL);

CREATE INDEX report_draft_due ON public.report_draft USING btree (agency_id, issue_at) WHERE (issue_at IS NOT NULL);

CREATE INDEX report_draft_issued ON public.report_draft USING btree (COALESCE(issued_at, created_at)) WHERE (report_id IS NOT NULL);

CREATE INDEX report_link_by_age ON public.report_link USING btree (created_at);

CREATE UNIQUE INDEX report_link_by_hash ON public.report_link USING btree (agency_id, token_hash);

CREATE INDEX report_link_by_report ON public.report_link USING btree (agency_id, report_id, id DESC);

CREATE INDEX report_mail_by_report ON public.report_mail USING btree (agency_id, report_id);

CREATE INDEX report_mail_due ON public.report_mail USING btree (agency_id, next_attempt_at) WHERE (status = 'waiting'::text);

CREATE INDEX report_schedule_due ON public.report_schedule USING btree (agency_id, next_run_at, id) WHERE (next_run_at IS NOT NULL);

CREATE INDEX search_visibility_by_import ON public.search_visibility USING btree (agency_id, import_id, id);

CREATE UNIQUE INDEX search_visibility_once ON public.search_visibility USING btree (agency_id, release_id, source, query, period_from, period_to) WHERE (superseded_by IS NULL);

CREATE INDEX search_visibility_superseded ON public.search_visibility USING btree (agency_id, superseded_by) WHERE (superseded_by IS NOT NULL);

CREATE INDEX sign_in_link_by_agency ON public.sign_in_link USING btree (only_agency_id) WHERE (only_agency_id IS NOT NULL);

CREATE INDEX sign_in_link_by_expiry ON public.sign_in_link USING btree (expires_at);

CREATE INDEX sign_in_link_by_person ON public.sign_in_link USING btree (person_id);

CREATE INDEX sign_in_link_by_session ON public.sign_in_link USING btree (session_id) WHERE (session_id IS NOT NULL);

CREATE INDEX time_stamp_due ON public.time_stamp USING btree (agency_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX unsaved_text_by_age ON public.unsaved_text USING btree (saved_at);

CREATE INDEX unsaved_text_of_client ON public.unsaved_text USING btree (agency_id, client_id) WHERE (client_id IS NOT NULL);

CREATE INDEX unsaved_text_of_draft ON public.unsaved_text USING btree (agency_id, draft_id) WHERE (draft_id IS NOT NULL);

CREATE INDEX unsaved_text_of_release ON public.unsaved_text USING btree (agency_id, release_id) WHERE (release_id IS NOT NULL);

CREATE INDEX used_once_by_expiry ON public.used_once USING btree (expires_at);

CREATE INDEX visitor_day_by_address ON ONLY public.visitor_day USING btree (address_key) WHERE (address_key IS NOT NULL);

CREATE UNIQUE INDEX webhook_active_endpoint ON public.webhook USING btree (agency_id, endpoint_hash) WHERE (disabled_at IS NULL);

CREATE INDEX webhook_attempt_by_time ON public.webhook_attempt USING brin (attempted_at);

CREATE INDEX webhook_attempt_of_message ON public.webhook_attempt USING btree (agency_id, message_id);

CREATE INDEX webhook_attempt_of_replay ON public.webhook_attempt USING btree (agency_id, replay_id, status) WHERE (replay_id IS NOT NULL);

CREATE INDEX webhook_message_by_time ON public.webhook_message USING brin (created_at);

CREATE INDEX webhook_old_secret ON public.webhook USING btree (old_secret_ends_at) WHERE (old_secret_ends_at IS NOT NULL);

CREATE INDEX webhook_queue_by_endpoint ON public.webhook_queue USING btree (agency_id, webhook_id, next_attempt_at, message_id);

CREATE INDEX webhook_queue_leased ON public.webhook_queue USING btree (agency_id, webhook_id, next_attempt_at) WHERE (lease_token IS NOT NULL);

CREATE UNIQUE INDEX webhook_replay_once ON public.webhook_replay USING btree (agency_id, COALESCE(webhook_id, '00000000-0000-0000-0000-000000000000'::uuid), COALESCE(message_id, '00000000-0000-0000-0000-000000000000'::uuid), COALESCE(release_id, 0)) WHERE (finished_at IS NULL);

CREATE INDEX webhook_replay_open ON public.webhook_replay USING btree (agency_id, created_at) WHERE (finished_at IS NULL);

CREATE TRIGGER draft_published_by_previous BEFORE INSERT OR UPDATE OF status ON public.draft FOR EACH ROW WHEN (((new.status = ANY (ARRAY['published'::text, 'archived'::text])) AND (new.published_version IS NULL))) EXECUTE FUNCTION public.note_published_version();

CREATE TRIGGER goal_is_immutable BEFORE DELETE OR UPDATE ON public.goal FOR EACH ROW EXECUTE FUNCTION public.refuse_goal_change();

CREATE TRIGGER goal_is_not_truncated BEFORE TRUNCATE ON public.goal FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_goal_change();

CREATE TRIGGER publication_report_is_immutable BEFORE DELETE OR UPDATE ON public.publication_report FOR EACH ROW EXECUTE FUNCTION public.refuse_report_change();

CREATE TRIGGER publication_report_is_not_truncated BEFORE TRUNCATE ON public.publication_report FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_report_change();

ALTER TABLE ONLY public.address_word
    ADD CONSTRAINT address_word_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.address_word
    ADD CONSTRAINT address_word_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.agency_branding
    ADD CONSTRAINT agency_branding_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.agency_branding
    ADD CONSTRAINT agency_branding_agency_id_logo_sha256_fkey FOREIGN KEY (agency_id, logo_sha256) REFERENCES public.report_picture(agency_id, sha256);

ALTER TABLE ONLY public.agency_work
    ADD CONSTRAINT agency_work_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.agent_connection
    ADD CONSTRAINT agent_connection_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.agent_token
    ADD CONSTRAINT agent_token_agency_id_connection_id_fkey FOREIGN KEY (agency_id, connection_id) REFERENCES public.agent_connection(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ai_visibility_run
    ADD CONSTRAINT ai_visibility_run_agency_id_import_id_fkey FOREIGN KEY (agency_id, import_id) REFERENCES public.insight_import(agency_id, id);

ALTER TABLE ONLY public.ai_visibility_run
    ADD CONSTRAINT ai_visibility_run_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id);

ALTER TABLE ONLY public.alert
    ADD CONSTRAINT alert_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.alert_state
    ADD CONSTRAINT alert_state_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.alert_wish
    ADD CONSTRAINT alert_wish_agency_id_person_id_fkey FOREIGN KEY (agency_id, person_id) REFERENCES public.membership(agency_id, person_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.approval
    ADD CONSTRAINT approval_agency_id_contact_id_fkey FOREIGN KEY (agency_id, contact_id) REFERENCES public.client_contact(agency_id, id);

ALTER TABLE ONLY public.approval
    ADD CONSTRAINT approval_agency_id_draft_id_draft_version_fkey FOREIGN KEY (agency_id, draft_id, draft_version) REFERENCES public.draft_version(agency_id, draft_id, version);

ALTER TABLE ONLY public.approval_approver
    ADD CONSTRAINT approval_approver_agency_id_approval_id_fkey FOREIGN KEY (agency_id, approval_id) REFERENCES public.approval(agency_id, id);

ALTER TABLE ONLY public.approval_approver
    ADD CONSTRAINT approval_approver_agency_id_contact_id_fkey FOREIGN KEY (agency_id, contact_id) REFERENCES public.client_contact(agency_id, id);

ALTER TABLE ONLY public.approval_comment
    ADD CONSTRAINT approval_comment_agency_id_approval_id_fkey FOREIGN KEY (agency_id, approval_id) REFERENCES public.approval(agency_id, id);

ALTER TABLE ONLY public.approval_comment
    ADD CONSTRAINT approval_comment_agency_id_contact_id_fkey FOREIGN KEY (agency_id, contact_id) REFERENCES public.client_contact(agency_id, id);

ALTER TABLE ONLY public.approval_file
    ADD CONSTRAINT approval_file_agency_id_approval_id_fkey FOREIGN KEY (agency_id, approval_id) REFERENCES public.approval(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.approval_file
    ADD CONSTRAINT approval_file_agency_id_file_id_fkey FOREIGN KEY (agency_id, file_id) REFERENCES public.media_file(agency_id, id);

ALTER TABLE ONLY public.approval_link
    ADD CONSTRAINT approval_link_agency_id_approval_id_fkey FOREIGN KEY (agency_id, approval_id) REFERENCES public.approval(agency_id, id);

ALTER TABLE ONLY public.approval_mail
    ADD CONSTRAINT approval_mail_agency_id_approval_id_fkey FOREIGN KEY (agency_id, approval_id) REFERENCES public.approval(agency_id, id);

ALTER TABLE ONLY public.asset
    ADD CONSTRAINT asset_agency_id_blob_id_fkey FOREIGN KEY (agency_id, blob_id) REFERENCES public.media_blob(agency_id, id);

ALTER TABLE ONLY public.asset
    ADD CONSTRAINT asset_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.asset_upload
    ADD CONSTRAINT asset_upload_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.asset_upload_part
    ADD CONSTRAINT asset_upload_part_agency_id_file_id_fkey FOREIGN KEY (agency_id, file_id) REFERENCES public.media_file(agency_id, id);

ALTER TABLE ONLY public.asset_upload_part
    ADD CONSTRAINT asset_upload_part_agency_id_upload_id_fkey FOREIGN KEY (agency_id, upload_id) REFERENCES public.asset_upload(agency_id, id);

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.campaign
    ADD CONSTRAINT campaign_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.campaign_release
    ADD CONSTRAINT campaign_release_agency_id_campaign_id_fkey FOREIGN KEY (agency_id, campaign_id) REFERENCES public.campaign(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.campaign_release
    ADD CONSTRAINT campaign_release_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.client_approval_rule
    ADD CONSTRAINT client_approval_rule_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.client_contact
    ADD CONSTRAINT client_contact_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.client_persona
    ADD CONSTRAINT client_persona_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.client_report_template
    ADD CONSTRAINT client_report_template_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.clipping_address
    ADD CONSTRAINT clipping_address_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.clipping_address
    ADD CONSTRAINT clipping_address_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.conversion
    ADD CONSTRAINT conversion_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id);

ALTER TABLE ONLY public.credit_entry
    ADD CONSTRAINT credit_entry_agency_id_draft_id_draft_version_fkey FOREIGN KEY (agency_id, draft_id, draft_version) REFERENCES public.draft_version(agency_id, draft_id, version);

ALTER TABLE ONLY public.credit_entry
    ADD CONSTRAINT credit_entry_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.credit_reservation
    ADD CONSTRAINT credit_reservation_agency_id_draft_id_fkey FOREIGN KEY (agency_id, draft_id) REFERENCES public.draft(agency_id, id);

ALTER TABLE ONLY public.draft
    ADD CONSTRAINT draft_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.draft
    ADD CONSTRAINT draft_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id);

ALTER TABLE ONLY public.draft_version
    ADD CONSTRAINT draft_version_agency_id_draft_id_fkey FOREIGN KEY (agency_id, draft_id) REFERENCES public.draft(agency_id, id);

ALTER TABLE ONLY public.embargo_acceptance
    ADD CONSTRAINT embargo_acceptance_agency_id_link_id_fkey FOREIGN KEY (agency_id, link_id) REFERENCES public.embargo_link(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.embargo_link
    ADD CONSTRAINT embargo_link_agency_id_draft_id_draft_version_fkey FOREIGN KEY (agency_id, draft_id, draft_version) REFERENCES public.draft_version(agency_id, draft_id, version);

ALTER TABLE ONLY public.export_file_left
    ADD CONSTRAINT export_file_left_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.export_job
    ADD CONSTRAINT export_job_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.export_job
    ADD CONSTRAINT export_job_agency_id_report_id_fkey FOREIGN KEY (agency_id, report_id) REFERENCES public.publication_report(agency_id, id);

ALTER TABLE ONLY public.figure_note
    ADD CONSTRAINT figure_note_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.figure_note
    ADD CONSTRAINT figure_note_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.figure_note
    ADD CONSTRAINT figure_note_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.goal
    ADD CONSTRAINT goal_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.goal
    ADD CONSTRAINT goal_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.import_mapping
    ADD CONSTRAINT import_mapping_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.insight_import
    ADD CONSTRAINT insight_import_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.insight_upload
    ADD CONSTRAINT insight_upload_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.insight_upload_part
    ADD CONSTRAINT insight_upload_part_agency_id_upload_id_fkey FOREIGN KEY (agency_id, upload_id) REFERENCES public.insight_upload(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail
    ADD CONSTRAINT mail_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.mail_sender
    ADD CONSTRAINT mail_sender_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.mailing
    ADD CONSTRAINT mailing_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.mailing
    ADD CONSTRAINT mailing_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id);

ALTER TABLE ONLY public.media_blob
    ADD CONSTRAINT media_blob_agency_id_id_fkey FOREIGN KEY (agency_id, id) REFERENCES public.media_file(agency_id, id);

ALTER TABLE ONLY public.media_chunk
    ADD CONSTRAINT media_chunk_agency_id_file_id_fkey FOREIGN KEY (agency_id, file_id) REFERENCES public.media_file(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.media_contact
    ADD CONSTRAINT media_contact_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.media_contact_list
    ADD CONSTRAINT media_contact_list_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.media_contact_list
    ADD CONSTRAINT media_contact_list_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.media_contact_list_member
    ADD CONSTRAINT media_contact_list_member_agency_id_contact_id_fkey FOREIGN KEY (agency_id, contact_id) REFERENCES public.media_contact(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.media_contact_list_member
    ADD CONSTRAINT media_contact_list_member_agency_id_list_id_fkey FOREIGN KEY (agency_id, list_id) REFERENCES public.media_contact_list(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.media_contact_objection
    ADD CONSTRAINT media_contact_objection_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.media_contact_setting
    ADD CONSTRAINT media_contact_setting_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.media_derivative
    ADD CONSTRAINT media_derivative_agency_id_blob_id_fkey FOREIGN KEY (agency_id, blob_id) REFERENCES public.media_blob(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.media_derivative
    ADD CONSTRAINT media_derivative_agency_id_file_id_fkey FOREIGN KEY (agency_id, file_id) REFERENCES public.media_file(agency_id, id);

ALTER TABLE ONLY public.media_file
    ADD CONSTRAINT media_file_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.media_mention
    ADD CONSTRAINT media_mention_agency_id_import_id_fkey FOREIGN KEY (agency_id, import_id) REFERENCES public.insight_import(agency_id, id);

ALTER TABLE ONLY public.media_mention
    ADD CONSTRAINT media_mention_agency_id_provider_id_fkey FOREIGN KEY (agency_id, provider_id) REFERENCES public.provider_connection(agency_id, id);

ALTER TABLE ONLY public.media_mention
    ADD CONSTRAINT media_mention_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id);

ALTER TABLE ONLY public.media_mention
    ADD CONSTRAINT media_mention_client FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.media_quota
    ADD CONSTRAINT media_quota_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);

ALTER TABLE ONLY public.mention_evidence
    ADD CONSTRAINT mention_evidence_agency_id_id_fkey FOREIGN KEY (agency_id, id) REFERENCES public.media_mention(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.moved_text
    ADD CONSTRAINT moved_text_agency_id_move_id_fkey FOREIGN KEY (agency_id, move_id) REFERENCES public.newsroom_move(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.moved_text
    ADD CONSTRAINT moved_text_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id);

ALTER TABLE ONLY public.newsroom
    ADD CONSTRAINT newsroom_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.newsroom
    ADD CONSTRAINT newsroom_contact_picture_fkey FOREIGN KEY (agency_id, contact_picture_asset_id) REFERENCES public.asset(agency_id, id) ON DELETE RESTRICT;

ALTER TABLE ONLY public.newsroom_domain
    ADD CONSTRAINT newsroom_domain_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.newsroom_fan_out
    ADD CONSTRAINT newsroom_fan_out_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id);

ALTER TABLE ONLY public.newsroom
    ADD CONSTRAINT newsroom_logo_fkey FOREIGN KEY (agency_id, logo_asset_id) REFERENCES public.asset(agency_id, id) ON DELETE RESTRICT;

ALTER TABLE ONLY public.newsroom_mail
    ADD CONSTRAINT newsroom_mail_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id);

ALTER TABLE ONLY public.newsroom_mail
    ADD CONSTRAINT newsroom_mail_agency_id_subscription_id_fkey FOREIGN KEY (agency_id, subscription_id) REFERENCES public.newsroom_subscription(agency_id, id);

ALTER TABLE ONLY public.newsroom_move
    ADD CONSTRAINT newsroom_move_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.newsroom_subscription
    ADD CONSTRAINT newsroom_subscription_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.old_address
    ADD CONSTRAINT old_address_agency_id_asset_id_fkey FOREIGN KEY (agency_id, asset_id) REFERENCES public.asset(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.old_address
    ADD CONSTRAINT old_address_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.partner
    ADD CONSTRAINT partner_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.person_session
    ADD CONSTRAINT person_session_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.person_session
    ADD CONSTRAINT person_session_only_agency_id_fkey FOREIGN KEY (only_agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.person_session
    ADD CONSTRAINT person_session_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.portfolio
    ADD CONSTRAINT portfolio_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.portfolio
    ADD CONSTRAINT portfolio_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.portfolio_campaign
    ADD CONSTRAINT portfolio_campaign_agency_id_campaign_id_fkey FOREIGN KEY (agency_id, campaign_id) REFERENCES public.campaign(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.portfolio_campaign
    ADD CONSTRAINT portfolio_campaign_agency_id_portfolio_id_fkey FOREIGN KEY (agency_id, portfolio_id) REFERENCES public.portfolio(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.portfolio_client
    ADD CONSTRAINT portfolio_client_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.portfolio_client
    ADD CONSTRAINT portfolio_client_agency_id_portfolio_id_fkey FOREIGN KEY (agency_id, portfolio_id) REFERENCES public.portfolio(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.provider_connection
    ADD CONSTRAINT provider_connection_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.public_address
    ADD CONSTRAINT public_address_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.publication_report
    ADD CONSTRAINT publication_report_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.refused_call
    ADD CONSTRAINT refused_call_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.release
    ADD CONSTRAINT release_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id);

ALTER TABLE ONLY public.release_card
    ADD CONSTRAINT release_card_agency_id_file_id_fkey FOREIGN KEY (agency_id, file_id) REFERENCES public.media_file(agency_id, id);

ALTER TABLE ONLY public.release_card
    ADD CONSTRAINT release_card_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.release
    ADD CONSTRAINT release_image_fkey FOREIGN KEY (agency_id, image_asset_id) REFERENCES public.asset(agency_id, id) ON DELETE RESTRICT;

ALTER TABLE ONLY public.release
    ADD CONSTRAINT release_translation_fkey FOREIGN KEY (agency_id, translation_of) REFERENCES public.release(agency_id, id);

ALTER TABLE ONLY public.report_anchor
    ADD CONSTRAINT report_anchor_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.report_chain
    ADD CONSTRAINT report_chain_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.report_draft
    ADD CONSTRAINT report_draft_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.report_link
    ADD CONSTRAINT report_link_agency_id_report_id_fkey FOREIGN KEY (agency_id, report_id) REFERENCES public.publication_report(agency_id, id);

ALTER TABLE ONLY public.report_mail
    ADD CONSTRAINT report_mail_agency_id_report_id_fkey FOREIGN KEY (agency_id, report_id) REFERENCES public.publication_report(agency_id, id);

ALTER TABLE ONLY public.report_picture
    ADD CONSTRAINT report_picture_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.report_schedule
    ADD CONSTRAINT report_schedule_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.search_visibility
    ADD CONSTRAINT search_visibility_agency_id_import_id_fkey FOREIGN KEY (agency_id, import_id) REFERENCES public.insight_import(agency_id, id);

ALTER TABLE ONLY public.search_visibility
    ADD CONSTRAINT search_visibility_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id);

ALTER TABLE ONLY public.sign_in_link
    ADD CONSTRAINT sign_in_link_only_agency_id_fkey FOREIGN KEY (only_agency_id) REFERENCES public.agency(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sign_in_link
    ADD CONSTRAINT sign_in_link_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sign_in_link
    ADD CONSTRAINT sign_in_link_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.person_session(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.time_stamp
    ADD CONSTRAINT time_stamp_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.unread_medium
    ADD CONSTRAINT unread_medium_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.unsaved_text
    ADD CONSTRAINT unsaved_text_agency_id_client_id_fkey FOREIGN KEY (agency_id, client_id) REFERENCES public.client(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.unsaved_text
    ADD CONSTRAINT unsaved_text_agency_id_draft_id_fkey FOREIGN KEY (agency_id, draft_id) REFERENCES public.draft(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.unsaved_text
    ADD CONSTRAINT unsaved_text_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.unsaved_text
    ADD CONSTRAINT unsaved_text_agency_id_person_id_fkey FOREIGN KEY (agency_id, person_id) REFERENCES public.membership(agency_id, person_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.unsaved_text
    ADD CONSTRAINT unsaved_text_agency_id_release_id_fkey FOREIGN KEY (agency_id, release_id) REFERENCES public.release(agency_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);

ALTER TABLE ONLY public.webhook_replay
    ADD CONSTRAINT webhook_replay_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES public.agency(id);
