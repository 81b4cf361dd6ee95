-- What waits for somebody of the agency: few rows, however many releases an agency has.
create index draft_waiting on draft (agency_id, status, updated_at desc, id) where status in ('approved', 'changes_requested');
