/** What instances ask each other, as version 1 has it. */
export function relayFunctions(schema: string): string {
  return `
CREATE FUNCTION ${schema}.ask_1(_me uuid, _request_id uuid, _tenant text, _owner text, _id text, _request text) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  _task bigint;
  _holder uuid;
BEGIN
  SELECT r.holder INTO _holder FROM ${schema}.requests r WHERE r.id = _request_id;
  IF FOUND THEN RETURN _holder; END IF;
  SELECT t.task, t.holder INTO _task, _holder FROM ${schema}.tasks t WHERE t.tenant = _tenant AND t.owner = _owner AND t.id = _id;
  IF _holder = _me OR NOT ${schema}.is_alive_1(_holder) THEN RETURN NULL; END IF;
  INSERT INTO ${schema}.requests (id, task, asker, holder, request) VALUES (_request_id, _task, _me, _holder, _request);
  RETURN _holder;
END $$;

-- Requests without a task are those whose task this instance no longer has: nobody takes them up.
CREATE FUNCTION ${schema}.take_1(_me uuid, _taking uuid)
RETURNS TABLE (request_id uuid, asker uuid, tenant text, owner text, id text, names text, request text) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ${schema}.assert_alive_1(_me);
  UPDATE ${schema}.requests r SET taken = _taking WHERE r.holder = _me AND r.taken IS NULL
    AND EXISTS (SELECT FROM ${schema}.tasks t WHERE t.task = r.task AND t.holder = _me);
  RETURN QUERY SELECT r.id, r.asker, t.tenant, t.owner, t.id, t.names, r.request
    FROM ${schema}.requests r JOIN ${schema}.tasks t ON t.task = r.task WHERE r.holder = _me AND r.taken = _taking;
  RETURN QUERY DELETE FROM ${schema}.requests r WHERE r.holder = _me AND r.taken IS NULL
    AND NOT EXISTS (SELECT FROM ${schema}.tasks t WHERE t.task = r.task AND t.holder = _me)
    RETURNING r.id, r.asker, NULL, NULL, NULL, NULL, NULL;
END $$;

-- Which requests are over. One that may still be taken up is withdrawn in the same step.
CREATE FUNCTION ${schema}.look_1(_ids uuid[]) RETURNS TABLE (request_id uuid, answered boolean, answer text) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ${schema}.requests r WHERE r.id = ANY (_ids) AND NOT r.answered
    AND (
      NOT ${schema}.is_alive_1(r.holder)
      OR r.taken IS NULL AND NOT EXISTS (SELECT FROM ${schema}.tasks t WHERE t.task = r.task AND t.holder = r.holder)
    );
  RETURN QUERY SELECT i.id, coalesce(r.answered, false), r.answer
    FROM unnest(_ids) AS i(id) LEFT JOIN ${schema}.requests r ON r.id = i.id WHERE r.id IS NULL OR r.answered;
END $$;
`;
}
