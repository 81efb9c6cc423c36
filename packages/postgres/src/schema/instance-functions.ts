/** What tells who lives, and who has which task and webhook, as version 1 has it. */
export function instanceFunctions(schema: string): string {
  return `
CREATE FUNCTION ${schema}.beat_1(_me uuid, _lease_ms integer, OUT is_alive boolean, OUT others integer) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ${schema}.instances i SET expires_at = clock_timestamp() + _lease_ms * interval '1 millisecond'
    WHERE i.id = _me AND i.expires_at > clock_timestamp();
  is_alive := FOUND;
  -- Ended ones are known as long as they have something to be taken over.
  DELETE FROM ${schema}.instances i WHERE i.expires_at < clock_timestamp() - interval '10 minutes'
    AND NOT EXISTS (SELECT FROM ${schema}.tasks t WHERE t.in_turn AND t.holder = i.id)
    AND NOT EXISTS (SELECT FROM ${schema}.push_configs p WHERE NOT p.done AND p.holder = i.id);
  DELETE FROM ${schema}.requests r WHERE r.asked_at < clock_timestamp() - interval '10 minutes' AND (r.answered OR NOT ${schema}.is_alive_1(r.asker));
  SELECT count(*) INTO others FROM ${schema}.instances i WHERE i.id <> _me AND i.expires_at > clock_timestamp();
END $$;

CREATE FUNCTION ${schema}.acquire_1(_me uuid, _tenant text, _owner text, _id text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  _task bigint;
  _token integer;
  _holder uuid;
BEGIN
  PERFORM ${schema}.assert_alive_1(_me);
  SELECT t.task, t.token, t.holder INTO _task, _token, _holder
    FROM ${schema}.tasks t WHERE t.tenant = _tenant AND t.owner = _owner AND t.id = _id FOR NO KEY UPDATE;
  IF _task IS NULL THEN RETURN NULL; END IF;
  IF _holder <> _me AND ${schema}.is_alive_1(_holder) THEN RETURN 0; END IF;
  UPDATE ${schema}.tasks t SET token = _token + 1, holder = _me WHERE t.task = _task;
  RETURN _token + 1;
END $$;

CREATE FUNCTION ${schema}.adopt_1(_me uuid, _limit integer, _adoption uuid)
RETURNS TABLE (tenant text, owner text, id text, names text, token integer, adoptions integer) LANGUAGE plpgsql AS $$
DECLARE
  -- An array, so that the index is asked for those and not read as a whole.
  _ended uuid[] := ARRAY(SELECT i.id FROM ${schema}.instances i WHERE i.expires_at <= clock_timestamp());
BEGIN
  PERFORM ${schema}.assert_alive_1(_me);
  -- What an attempt took whose answer was lost.
  RETURN QUERY SELECT t.tenant, t.owner, t.id, t.names, t.token, t.adoptions FROM ${schema}.tasks t
    WHERE t.in_turn AND t.holder = _me AND t.adoption = _adoption;
  IF FOUND THEN RETURN; END IF;
  RETURN QUERY UPDATE ${schema}.tasks t
    SET token = t.token + 1, adoptions = t.adoptions + 1, holder = _me, adoption = _adoption
    FROM (
      SELECT d.task FROM ${schema}.tasks d
      WHERE d.in_turn AND (d.holder IS NULL OR d.holder = ANY (_ended))
      LIMIT _limit FOR NO KEY UPDATE OF d SKIP LOCKED
    ) AS dead WHERE t.task = dead.task
    RETURNING t.tenant, t.owner, t.id, t.names, t.token, t.adoptions;
END $$;

CREATE FUNCTION ${schema}.put_push_1(
  _me uuid, _tenant text, _owner text, _task_id text, _id text, _config text, _version text, _delivered integer
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  _task bigint;
  _done boolean;
BEGIN
  PERFORM ${schema}.assert_alive_1(_me);
  SELECT t.task, NOT t.in_turn AND t.number <= _delivered INTO _task, _done FROM ${schema}.tasks t
    WHERE t.tenant = _tenant AND t.owner = _owner AND t.id = _task_id FOR SHARE;
  IF _task IS NULL THEN RETURN false; END IF;
  INSERT INTO ${schema}.push_configs (task, id, config, version, delivered, holder, done)
    VALUES (_task, _id, _config, _version, _delivered, _me, _done)
    ON CONFLICT (task, id) DO UPDATE SET config = _config, version = _version, delivered = _delivered, holder = _me, done = _done;
  RETURN true;
END $$;

CREATE FUNCTION ${schema}.advance_1(
  _me uuid, _tenant text, _owner text, _task_id text, _id text, _delivered integer, _letter text, _again boolean
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  _task bigint;
  _number integer;
  _in_turn boolean;
BEGIN
  -- The task first: an append that is about to begin a turn would else not see that the webhook has been told all until then.
  SELECT t.task, t.number, t.in_turn INTO _task, _number, _in_turn FROM ${schema}.tasks t
    WHERE t.tenant = _tenant AND t.owner = _owner AND t.id = _task_id FOR SHARE;
  UPDATE ${schema}.push_configs p
    SET delivered = greatest(p.delivered, _delivered), done = NOT _in_turn AND _number <= greatest(p.delivered, _delivered)
    WHERE p.task = _task AND p.id = _id AND p.holder = _me;
  IF NOT FOUND THEN RETURN false; END IF;
  IF _letter IS NOT NULL
    AND NOT (_again AND EXISTS (SELECT FROM ${schema}.dead_letters d WHERE d.task = _task AND d.letter = _letter)) THEN
    INSERT INTO ${schema}.dead_letters (task, letter) VALUES (_task, _letter);
  END IF;
  RETURN true;
END $$;

CREATE FUNCTION ${schema}.adopt_pushes_1(_me uuid, _limit integer, _adoption uuid)
RETURNS TABLE (tenant text, owner text, id text, names text, config text) LANGUAGE plpgsql AS $$
DECLARE
  _ended uuid[] := ARRAY(SELECT i.id FROM ${schema}.instances i WHERE i.expires_at <= clock_timestamp());
BEGIN
  PERFORM ${schema}.assert_alive_1(_me);
  RETURN QUERY SELECT t.tenant, t.owner, t.id, t.names, p.config FROM ${schema}.push_configs p JOIN ${schema}.tasks t ON t.task = p.task
    WHERE NOT p.done AND p.holder = _me AND p.adoption = _adoption;
  IF FOUND THEN RETURN; END IF;
  RETURN QUERY UPDATE ${schema}.push_configs p SET holder = _me, adoption = _adoption
    FROM (
      SELECT d.task, d.id FROM ${schema}.push_configs d JOIN ${schema}.tasks t ON t.task = d.task AND t.number > d.delivered
      WHERE NOT d.done
        AND (d.holder IS NULL OR d.holder = ANY (_ended))
      LIMIT _limit FOR NO KEY UPDATE OF d SKIP LOCKED
    ) AS dead, ${schema}.tasks t WHERE p.task = dead.task AND p.id = dead.id AND t.task = p.task
    RETURNING t.tenant, t.owner, t.id, t.names, p.config;
END $$;
`;
}
