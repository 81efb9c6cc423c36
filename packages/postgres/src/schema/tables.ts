/**
 * The tables, as version 1 has them. `schema` is quoted already.
 *
 * Names of tasks, their owners and contexts are texts of `toKeyText`, which compare as the texts themselves do in memory.
 */
export function tables(schema: string): string {
  return `
CREATE TABLE ${schema}.instances (
  id uuid PRIMARY KEY,
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE ${schema}.tasks (
  task bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  context text COLLATE "C" NOT NULL,
  -- JSON of what tenant, owner, id and context are in full, where one of them was shortened.
  names text,
  version text NOT NULL,
  -- The version of the protocol that the entries and the checkpoint are written in.
  domain text NOT NULL DEFAULT '1.0',
  state text COLLATE "C" NOT NULL,
  -- 0: worked on, 1: waits for its client, 2: finished.
  phase smallint NOT NULL,
  -- The timestamp of the status in milliseconds since 1970.
  status_at bigint NOT NULL,
  -- When the status was stored.
  noted_at timestamptz NOT NULL,
  number integer NOT NULL,
  turn_from integer NOT NULL,
  -- turn_from <= number. A column of its own: an index over number would have every chunk written to all indexes.
  in_turn boolean NOT NULL,
  token integer NOT NULL,
  holder uuid,
  adoptions integer NOT NULL DEFAULT 0,
  -- The call that took it over last, so that one whose answer was lost finds what it took.
  adoption uuid,
  checkpoint text,
  checkpoint_number integer NOT NULL DEFAULT 0,
  tail_bytes bigint NOT NULL,
  UNIQUE (tenant, owner, id)
) WITH (fillfactor = 60, toast_tuple_target = 512);
CREATE INDEX tasks_by_status ON ${schema}.tasks (tenant, owner, status_at, id);
CREATE INDEX tasks_by_state ON ${schema}.tasks (tenant, owner, state, status_at, id);
CREATE INDEX tasks_by_context ON ${schema}.tasks (tenant, owner, context, status_at, id);
CREATE INDEX tasks_in_turn ON ${schema}.tasks (holder) WHERE in_turn;
CREATE INDEX tasks_by_age ON ${schema}.tasks (phase, noted_at, task) WHERE phase > 0;

-- No foreign key: the check of each entry would cost as much as the entry. What a deleted task has is deleted by a trigger.
CREATE TABLE ${schema}.entries (
  task bigint NOT NULL,
  number integer NOT NULL,
  json text NOT NULL,
  PRIMARY KEY (task, number)
);

-- A caller's tasks in a state: the sum of the shards. Each connection counts in its own, so that writers do not wait for each other.
CREATE TABLE ${schema}.totals (
  tenant text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  shard smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (tenant, owner, state, shard)
) WITH (fillfactor = 50);

CREATE TABLE ${schema}.push_configs (
  task bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  config text NOT NULL,
  version text NOT NULL,
  delivered integer NOT NULL,
  holder uuid,
  -- It was told all that there is until the next turn.
  done boolean NOT NULL,
  adoption uuid,
  PRIMARY KEY (task, id)
);
CREATE INDEX push_configs_to_tell ON ${schema}.push_configs (holder) WHERE NOT done;

CREATE TABLE ${schema}.dead_letters (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  task bigint NOT NULL,
  letter text NOT NULL
);
CREATE INDEX dead_letters_of_task ON ${schema}.dead_letters (task);

CREATE TABLE ${schema}.requests (
  id uuid PRIMARY KEY,
  task bigint NOT NULL,
  asker uuid NOT NULL,
  holder uuid NOT NULL,
  request text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The call that took it up.
  taken uuid,
  answered boolean NOT NULL DEFAULT false,
  answer text
);
CREATE INDEX requests_of_holder ON ${schema}.requests (holder) WHERE taken IS NULL;
`;
}
