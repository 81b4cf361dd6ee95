-- The point of a picture that each crop keeps, in per cent from the left and from the top; none for the middle.
alter table asset add column focus_x smallint check (focus_x between 0 and 100);
alter table asset add column focus_y smallint check (focus_y between 0 and 100);
