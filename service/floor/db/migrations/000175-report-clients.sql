-- Whose a report is, as its frozen text says: a list can't read the texts, and a portfolio may have other clients today. A colleague
-- limited to one client was shown the titles of reports that were about others too, once those had left the portfolio. Null in the rows
-- of an earlier release, which nothing may change: for them the scope of today is looked up.
alter table publication_report add column client_ids integer[];
