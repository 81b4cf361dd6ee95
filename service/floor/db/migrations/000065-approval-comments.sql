-- What contacts write about a text, each comment bound to the words that it is about.
create table approval_comment (
  agency_id integer not null,
  id uuid not null,
  approval_id uuid not null,
  contact_id uuid not null,
  -- 0 is the title, 1 the subtitle, from 2 on the passages of the body as the approved version has them. Null: about the whole.
  passage integer check (passage between 0 and 100001),
  -- The chosen words, or the beginning of the passage.
  quote text check (char_length(quote) between 1 and 300),
  comment text not null check (char_length(comment) between 1 and 4000),
  created_at timestamptz(3) not null default now(),
  -- When somebody of the agency had dealt with it, and who. No foreign key: it outlives the account.
  done_at timestamptz(3),
  done_by uuid,
  primary key (agency_id, id),
  foreign key (agency_id, approval_id) references approval (agency_id, id),
  foreign key (agency_id, contact_id) references client_contact (agency_id, id),
  check ((passage is null) = (quote is null)),
  check ((done_at is null) = (done_by is null))
);
create index approval_comment_by_approval on approval_comment (agency_id, approval_id, id);
