/** What brings a file from the version before it to its own; the first is version 1. A migration that was released is never changed. */
export const migrations: readonly string[] = [
  `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Row numbers are never used again: what is cached or left over of a task is never taken for another's.
CREATE TABLE tasks (
  task INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant TEXT NOT NULL,
  owner TEXT NOT NULL,
  id TEXT NOT NULL,
  context_id TEXT NOT NULL,
  version TEXT NOT NULL,
  domain TEXT NOT NULL,
  state TEXT NOT NULL,
  status_at INTEGER NOT NULL,
  number INTEGER NOT NULL,
  turn_from INTEGER NOT NULL,
  token INTEGER NOT NULL,
  holder TEXT,
  adoptions INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  rest INTEGER NOT NULL,
  rested_at INTEGER NOT NULL,
  UNIQUE (tenant, owner, id)
) STRICT;
CREATE INDEX tasks_by_time ON tasks (tenant, owner, status_at, id);
CREATE INDEX tasks_by_state ON tasks (tenant, owner, state, status_at, id);
CREATE INDEX tasks_by_context ON tasks (tenant, owner, context_id, status_at, id);
CREATE INDEX tasks_in_turn ON tasks (holder) WHERE turn_from <= number;
CREATE INDEX tasks_at_rest ON tasks (rest, rested_at) WHERE rest > 0;

-- Without a reference to the task: a long log is deleted in steps after its task.
CREATE TABLE entries (task INTEGER NOT NULL, number INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (task, number)) STRICT, WITHOUT ROWID;
CREATE TABLE leftovers (task INTEGER PRIMARY KEY) STRICT;

-- Apart from the task, whose row is written with every append.
CREATE TABLE checkpoints (
  task INTEGER PRIMARY KEY REFERENCES tasks ON DELETE CASCADE,
  number INTEGER NOT NULL,
  json TEXT NOT NULL
) STRICT;

CREATE TABLE push_configs (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  task INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
  id TEXT NOT NULL,
  config TEXT NOT NULL,
  version TEXT NOT NULL,
  delivered INTEGER NOT NULL,
  holder TEXT,
  UNIQUE (task, id)
) STRICT;
CREATE INDEX push_configs_of_nobody ON push_configs (task) WHERE holder IS NULL;

CREATE TABLE dead_letters (
  letter INTEGER PRIMARY KEY AUTOINCREMENT,
  task INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
  config_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  at TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX dead_letters_by_time ON dead_letters (at, letter);
CREATE INDEX dead_letters_by_task ON dead_letters (task, config_id, number);

CREATE TABLE totals (
  tenant TEXT NOT NULL,
  owner TEXT NOT NULL,
  state TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (tenant, owner, state)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER task_added AFTER INSERT ON tasks BEGIN
  INSERT INTO totals VALUES (NEW.tenant, NEW.owner, NEW.state, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER task_moved AFTER UPDATE OF state ON tasks WHEN OLD.state <> NEW.state BEGIN
  UPDATE totals SET count = count - 1 WHERE tenant = OLD.tenant AND owner = OLD.owner AND state = OLD.state;
  INSERT INTO totals VALUES (NEW.tenant, NEW.owner, NEW.state, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER task_removed AFTER DELETE ON tasks BEGIN
  UPDATE totals SET count = count - 1 WHERE tenant = OLD.tenant AND owner = OLD.owner AND state = OLD.state;
  DELETE FROM totals WHERE tenant = OLD.tenant AND owner = OLD.owner AND state = OLD.state AND count = 0;
  INSERT INTO leftovers VALUES (OLD.task);
END;
`,
];
