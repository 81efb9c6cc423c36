/**
 * What creates tasks and appends to them, as version 1 has it: one call is one round trip and one transaction. Instances of an older version may
 * call these while a newer one migrates, so that a function is never changed: another version's has another name.
 */
export function taskFunctions(schema: string): string {
  return `
CREATE FUNCTION ${schema}.is_alive_1(_instance uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM ${schema}.instances i WHERE i.id = _instance AND i.expires_at > clock_timestamp())
$$;

CREATE FUNCTION ${schema}.assert_alive_1(_instance uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ${schema}.instances i WHERE i.id = _instance AND i.expires_at > clock_timestamp()) THEN
    RAISE EXCEPTION 'the instance has not shown that it lives' USING ERRCODE = 'A2A01';
  END IF;
END $$;

CREATE FUNCTION ${schema}.create_1(
  _me uuid, _tenant text, _owner text, _id text, _context text, _names text, _version text, _entries text[], _state text, _phase integer,
  _status_at bigint, _turn_from integer, _checkpoint text, _release boolean, _relaxed boolean, _again boolean
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  _task bigint;
  _last integer := cardinality(_entries);
BEGIN
  IF _relaxed THEN PERFORM set_config('synchronous_commit', 'off', true); END IF;
  PERFORM ${schema}.assert_alive_1(_me);
  INSERT INTO ${schema}.tasks (
    tenant, owner, id, context, names, version, state, phase, status_at, noted_at, number, turn_from, in_turn, token, holder, checkpoint,
    checkpoint_number, tail_bytes
  ) VALUES (
    _tenant, _owner, _id, _context, _names, _version, _state, _phase, _status_at, clock_timestamp(), _last, _turn_from, _turn_from <= _last,
    CASE WHEN _release THEN 2 ELSE 1 END, CASE WHEN _release THEN NULL ELSE _me END, _checkpoint,
    CASE WHEN _checkpoint IS NULL THEN 0 ELSE _last END,
    CASE WHEN _checkpoint IS NULL THEN (SELECT sum(octet_length(e)) FROM unnest(_entries) e) ELSE 0 END
  ) ON CONFLICT (tenant, owner, id) DO NOTHING RETURNING task INTO _task;
  IF _task IS NULL THEN
    -- An attempt whose answer was lost may have stored just this.
    RETURN _again AND EXISTS (
      SELECT FROM ${schema}.tasks t JOIN ${schema}.entries e ON e.task = t.task AND e.number = 1
      WHERE t.tenant = _tenant AND t.owner = _owner AND t.id = _id AND t.number = _last AND e.json = _entries[1]
        AND t.token = CASE WHEN _release THEN 2 ELSE 1 END AND t.holder IS NOT DISTINCT FROM CASE WHEN _release THEN NULL ELSE _me END
    );
  END IF;
  INSERT INTO ${schema}.entries (task, number, json) SELECT _task, e.number, e.json FROM unnest(_entries) WITH ORDINALITY AS e(json, number);
  INSERT INTO ${schema}.totals AS t VALUES (_tenant, _owner, _state, pg_backend_pid() % 16, 1)
    ON CONFLICT (tenant, owner, state, shard) DO UPDATE SET count = t.count + 1;
  RETURN true;
END $$;

CREATE FUNCTION ${schema}.append_1(
  _tenant text, _owner text, _id text, _token integer, _after integer, _entries text[], _state text, _phase integer, _status_at bigint,
  _turn_from integer, _checkpoint text, _release boolean, _relaxed boolean, _again boolean, OUT outcome text, OUT wants_checkpoint boolean
) LANGUAGE plpgsql AS $$
DECLARE
  _task bigint;
  _number integer;
  _latest integer;
  _holder uuid;
  _old_state text;
  _was_in_turn boolean;
  _tail bigint;
  _checkpoint_bytes bigint;
  _last integer := _after + cardinality(_entries);
BEGIN
  IF _relaxed THEN PERFORM set_config('synchronous_commit', 'off', true); END IF;
  wants_checkpoint := false;
  SELECT t.task, t.number, t.token, t.holder, t.state, t.in_turn, t.tail_bytes, coalesce(octet_length(t.checkpoint), 0)
    INTO _task, _number, _latest, _holder, _old_state, _was_in_turn, _tail, _checkpoint_bytes
    FROM ${schema}.tasks t WHERE t.tenant = _tenant AND t.owner = _owner AND t.id = _id FOR NO KEY UPDATE;
  -- An attempt whose answer was lost may have stored just this.
  IF _again AND _number = _last AND _latest = _token + _release::integer
    AND _entries[cardinality(_entries)] = (SELECT e.json FROM ${schema}.entries e WHERE e.task = _task AND e.number = _last) THEN
    outcome := 'stored';
    RETURN;
  END IF;
  -- Whoever has not shown that it lives has ended for all others, whether or not another has the task by now.
  IF _latest IS DISTINCT FROM _token OR _holder IS NULL
    OR NOT EXISTS (SELECT FROM ${schema}.instances i WHERE i.id = _holder AND i.expires_at > clock_timestamp()) THEN
    outcome := 'fenced';
    RETURN;
  END IF;
  IF _number <> _after THEN
    outcome := 'conflict';
    RETURN;
  END IF;
  SELECT _tail + coalesce(sum(octet_length(e)), 0) INTO _tail FROM unnest(_entries) e;
  IF _checkpoint IS NOT NULL THEN
    _tail := 0;
  END IF;
  -- So that what checkpoints cost grows with what is appended, not with the task.
  wants_checkpoint := _tail > greatest(65536, _checkpoint_bytes);
  IF _state IS NULL AND _checkpoint IS NULL AND NOT _release AND _turn_from IS NULL AND _was_in_turn THEN
    -- A chunk: nothing changes that an index knows.
    UPDATE ${schema}.tasks t SET number = _last, tail_bytes = _tail WHERE t.task = _task;
  ELSE
    UPDATE ${schema}.tasks t SET
      number = _last,
      tail_bytes = _tail,
      state = coalesce(_state, t.state),
      phase = coalesce(_phase, t.phase),
      status_at = coalesce(_status_at, t.status_at),
      noted_at = CASE WHEN _state IS NULL THEN t.noted_at ELSE clock_timestamp() END,
      turn_from = coalesce(_turn_from, t.turn_from),
      in_turn = coalesce(_turn_from, t.turn_from) <= _last,
      adoptions = CASE WHEN _turn_from IS NULL THEN t.adoptions ELSE 0 END,
      token = _token + _release::integer,
      holder = CASE WHEN _release THEN NULL ELSE t.holder END,
      checkpoint = coalesce(_checkpoint, t.checkpoint),
      checkpoint_number = CASE WHEN _checkpoint IS NULL THEN t.checkpoint_number ELSE _last END
    WHERE t.task = _task;
  END IF;
  INSERT INTO ${schema}.entries (task, number, json)
    SELECT _task, _after + e.number, e.json FROM unnest(_entries) WITH ORDINALITY AS e(json, number);
  IF NOT _was_in_turn THEN
    -- Its webhooks have something to be told again, by somebody who lives.
    UPDATE ${schema}.push_configs p SET done = false, holder = CASE WHEN ${schema}.is_alive_1(p.holder) THEN p.holder END WHERE p.task = _task;
  END IF;
  IF _state <> _old_state THEN
    -- In one order everywhere, so that two that move tasks to and fro do not wait for each other.
    INSERT INTO ${schema}.totals AS t
      SELECT _tenant, _owner, c.state, pg_backend_pid() % 16, c.count FROM (VALUES (_old_state, -1), (_state, 1)) AS c(state, count)
      ORDER BY c.state COLLATE "C"
      ON CONFLICT (tenant, owner, state, shard) DO UPDATE SET count = t.count + excluded.count;
  END IF;
  outcome := 'stored';
END $$;

CREATE FUNCTION ${schema}.forget_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ${schema}.entries e USING gone g WHERE e.task = g.task;
  DELETE FROM ${schema}.push_configs p USING gone g WHERE p.task = g.task;
  DELETE FROM ${schema}.dead_letters d USING gone g WHERE d.task = g.task;
  INSERT INTO ${schema}.totals AS t
    SELECT g.tenant, g.owner, g.state, pg_backend_pid() % 16, -count(*) FROM gone g GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant, owner, state, shard) DO UPDATE SET count = t.count + excluded.count;
  RETURN NULL;
END $$;

CREATE TRIGGER forget AFTER DELETE ON ${schema}.tasks REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.forget_1();
`;
}
