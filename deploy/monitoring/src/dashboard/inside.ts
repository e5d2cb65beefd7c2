import { lines, type Row } from './panels.ts';
import { orZero, percentileOf, rateOf, sumOf } from './promql.ts';

const IN_SERVER = 'job="temporal"';
/** Without those that wait for something to happen: they are as long as that takes. */
const ANSWERED = `${IN_SERVER}, operation!~".*(Poll|History|Query|UpdateWorkflow|LongPoll).*"`;
/** Of our workers: the server has workers of its own inside, with metrics of the same names. */
const CORE = 'service_name="temporal-core-sdk"';

/** Temporal, seen from the workers and from its server. */
export const temporal: Row = {
  title: 'Temporal',
  collapsed: true,
  height: 8,
  panels: [
    lines('Pollers', 'Of all workers, by what they poll for. 0: nobody asks for work.', { unit: 'short' }, [
      '{{poller_type}}',
      sumOf('temporal_num_pollers', ['poller_type'], CORE),
    ]),
    lines(
      'Waiting for a worker',
      'From the schedule of a task to its start, 99th percentile.',
      { unit: 's' },
      [
        'workflow task',
        percentileOf(0.99, 'temporal_workflow_task_schedule_to_start_latency_seconds', [], CORE),
      ],
      ['activity', percentileOf(0.99, 'temporal_activity_schedule_to_start_latency_seconds', [], CORE)],
    ),
    lines(
      'Work of a task',
      'How long workflow tasks and activities take, and replays, 99th percentile.',
      { unit: 's' },
      ['workflow task', percentileOf(0.99, 'temporal_workflow_task_execution_latency_seconds', [], CORE)],
      ['activity', percentileOf(0.99, 'temporal_activity_execution_latency_seconds', [], CORE)],
      ['replay', percentileOf(0.99, 'temporal_workflow_task_replay_latency_seconds', [], CORE)],
    ),
    lines('Free slots', 'What workers could take on at once.', { unit: 'short' }, [
      '{{worker_type}}',
      sumOf('temporal_worker_task_slots_available', ['worker_type'], CORE),
    ]),
    lines(
      'Workflows in memory',
      'Kept by workers, and looked for in vain: each miss is a replay.',
      { unit: 'short' },
      ['kept', sumOf('temporal_sticky_cache_size', [], CORE)],
      [
        'misses per second',
        orZero(
          rateOf('temporal_sticky_cache_miss_total', [], CORE),
          sumOf('temporal_sticky_cache_size', [], CORE),
        ),
      ],
    ),
    lines('Requests of workers', 'Per second, by operation; long polls are left out.', { unit: 'reqps' }, [
      '{{operation}}',
      rateOf('temporal_request_total', ['operation'], CORE),
    ]),
    lines('Requests at the server', 'Per second, by service.', { unit: 'reqps' }, [
      '{{service_name}}',
      rateOf('service_requests', ['service_name'], IN_SERVER),
    ]),
    lines(
      'Server and its database',
      'How long requests and their statements take, 99th percentile.',
      { unit: 's' },
      ['request: {{service_name}}', percentileOf(0.99, 'service_latency', ['service_name'], ANSWERED)],
      ['statement', percentileOf(0.99, 'persistence_latency', [], IN_SERVER)],
    ),
  ],
};

/** Processes and Postgres. */
export const processes: Row = {
  title: 'Processes and Postgres',
  collapsed: true,
  height: 8,
  panels: [
    lines('Memory', 'Resident, by pod.', { unit: 'bytes' }, [
      '{{pod}}',
      sumOf('process_resident_memory_bytes', ['pod']),
    ]),
    lines('Processor', 'Processors used, by pod.', { unit: 'short' }, [
      '{{pod}}',
      rateOf('process_cpu_seconds_total', ['pod']),
    ]),
    lines(
      'Late event loops',
      '99th percentile, by pod. A loop that is late sends heartbeats late.',
      { unit: 's' },
      ['{{pod}}', sumOf('nodejs_eventloop_lag_p99_seconds', ['pod'])],
    ),
    lines(
      'Postgres',
      'Commits per second and open connections, by database.',
      { unit: 'short' },
      ['commits: {{datname}}', rateOf('pg_stat_database_xact_commit', ['datname'], 'datname!~"template.*|"')],
      [
        'connections: {{datname}}',
        sumOf('pg_stat_database_numbackends', ['datname'], 'datname!~"template.*|"'),
      ],
    ),
  ],
};
