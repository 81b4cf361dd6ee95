-- A schedule over a period of the calendar makes a draft, which somebody looks through or which is issued by itself. Null is a schedule over
-- the last `days` days, which makes its report at once.
alter table report_schedule add column period text check (period in ('week', 'month', 'quarter', 'half_year', 'year'));
alter table report_schedule add column comparison text check (comparison in ('previous_period', 'previous_year'));
alter table report_schedule add column looked_through boolean not null default false;
-- Whether on_day counts the business days of the month.
alter table report_schedule add column business_days boolean not null default false;
