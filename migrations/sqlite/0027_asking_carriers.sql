-- From when on a line's carrier is asked next for texts whose webhook was lost; from when the line was added, if nothing.
alter table line add column ask_since integer;
