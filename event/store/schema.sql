CREATE TABLE entry (
  seq  INTEGER PRIMARY KEY,
  at   INTEGER NOT NULL,
  seat TEXT NOT NULL,
  kind TEXT NOT NULL,
  once TEXT NOT NULL,
  body TEXT NOT NULL,
  sum  TEXT NOT NULL -- over this entry and the sum before it
) STRICT;

CREATE TRIGGER entry_stays_as_it_is BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;

CREATE TRIGGER entry_stays BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;

-- Without this an INSERT OR REPLACE could forge an entry that is there.
CREATE TRIGGER entry_is_the_next BEFORE INSERT ON entry
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entry)
BEGIN SELECT RAISE(ABORT, 'an entry is the next one'); END;

CREATE TABLE person (
  id   TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  sum  TEXT NOT NULL -- over both; a name that was wiped has that of none
) STRICT, WITHOUT ROWID;
