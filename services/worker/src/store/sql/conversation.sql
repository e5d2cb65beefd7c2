-- The steps that a model call still sees, oldest first, each with its calls in the order in which they were asked for.
-- Of a result that is too long for a model it sees the summary, where its run has summaries.
-- $1 run_id  $2 the step that is about to be answered  $3 how many steps back
SELECT s.step, s.text,
       coalesce(
         (SELECT jsonb_agg(jsonb_build_object('toolUseId', c.tool_use_id, 'tool', c.tool, 'kind', c.kind,
                                              'args', c.args, 'output', coalesce(c.summary, c.output),
                                              'ranWith', a.edited_shown::jsonb) ORDER BY c.ordinal)
          FROM tool_calls c LEFT JOIN approvals a USING (run_id, step, tool_use_id)
          WHERE c.run_id = s.run_id AND c.step = s.step),
         '[]'::jsonb) AS calls
FROM steps s
WHERE s.run_id = $1 AND s.step < $2 AND s.step >= $2 - $3
ORDER BY s.step
