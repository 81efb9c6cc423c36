/**
 * What forgets tasks, as version 1 has it: a batch at a time, by one instance at a time, and none that somebody is writing just now. A limit that is
 * null keeps everything.
 */
export function pruneFunctions(schema: string): string {
  return `
CREATE INDEX tasks_finished ON ${schema}.tasks (tenant, owner, context, noted_at DESC, task DESC) WHERE phase = 2;

CREATE FUNCTION ${schema}.prune_1(
  _finished_age_ms double precision, _waiting_age_ms double precision, _finished double precision, _per_context double precision, _limit integer
) RETURNS TABLE (tenant text, owner text, id text, names text) LANGUAGE plpgsql AS $$
DECLARE
  _now timestamptz := clock_timestamp();
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('a2a prune ${schema}', 0)) THEN RETURN; END IF;
  RETURN QUERY DELETE FROM ${schema}.tasks d USING (
    SELECT t.task FROM ${schema}.tasks t WHERE t.task = ANY (ARRAY(
      (SELECT a.task FROM ${schema}.tasks a WHERE a.phase = 2 AND a.noted_at < _now - _finished_age_ms * interval '1 millisecond'
        ORDER BY a.noted_at LIMIT _limit)
      UNION ALL
      (SELECT w.task FROM ${schema}.tasks w WHERE w.phase = 1 AND NOT w.in_turn AND w.noted_at < _now - _waiting_age_ms * interval '1 millisecond'
        ORDER BY w.noted_at LIMIT _limit)
      UNION ALL
      (SELECT f.task FROM ${schema}.tasks f WHERE _finished IS NOT NULL AND f.phase = 2 ORDER BY f.noted_at DESC, f.task DESC
        OFFSET least(_finished, 1e15)::bigint LIMIT _limit)
      UNION ALL
      (SELECT c.task FROM (
        SELECT p.task, row_number() OVER (PARTITION BY p.tenant, p.owner, p.context ORDER BY p.noted_at DESC, p.task DESC) AS place
        FROM ${schema}.tasks p WHERE _per_context IS NOT NULL AND p.phase = 2
      ) c WHERE c.place > _per_context LIMIT _limit)
      LIMIT _limit
    )) AND (t.phase = 2 OR t.phase = 1 AND NOT t.in_turn AND t.noted_at < _now - _waiting_age_ms * interval '1 millisecond') FOR UPDATE SKIP LOCKED
  ) AS old WHERE d.task = old.task RETURNING d.tenant, d.owner, d.id, d.names;
END $$;
`;
}
