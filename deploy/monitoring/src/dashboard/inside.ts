import { lines, type Row } from './panels.ts';
import { orZero, percentileOf, rateOf, sumOf } from './promql.ts';

const IN_SERVER = 'job="temporal"';

/** Temporal, seen from the workers and from its server. */
export const temporal: Row = {
  title: 'Temporal',
  collapsed: true,
  height: 8,
  panels: [
    lines('Pollers', 'Of all workers, by what they poll for. 0: nobody asks for work.', { unit: 'short' }, [
      '{{poller_type}}',
      sumOf('temporal_num_pollers', ['poller_type']),
    ]),
    lines(
      'Waiting for a worker',
      'From the schedule of a task to its start, 99th percentile.',
      { unit: 's' },
      ['workflow task', percentileOf(0.99, 'temporal_workflow_task_schedule_to_start_latency_seconds')],
      ['activity', percentileOf(0.99, 'temporal_activity_schedule_to_start_latency_seconds')],
    ),
    lines(
      'Work of a task',
      'How long workflow tasks and activities take, and replays, 99th percentile.',
      { unit: 's' },
      ['workflow task', percentileOf(0.99, 'temporal_workflow_task_execution_latency_seconds')],
      ['activity', percentileOf(0.99, 'temporal_activity_execution_latency_seconds')],
      ['replay', percentileOf(0.99, 'temporal_workflow_task_replay_latency_seconds')],
    ),
    lines('Free slots', 'What workers could take on at once.', { unit: 'short' }, [
      '{{worker_type}}',
      sumOf('temporal_worker_task_slots_available', ['worker_type']),
    ]),
    lines(
      'Workflows in memory',
      'Kept by workers, and looked for in vain: each miss is a replay.',
      { unit: 'short' },
      ['kept', sumOf('temporal_sticky_cache_size')],
      [
        'misses per second',
        orZero(rateOf('temporal_sticky_cache_miss_total'), sumOf('temporal_sticky_cache_size')),
      ],
    ),
    lines('Requests of workers', 'Per second, by operation; long polls are left out.', { unit: 'reqps' }, [
      '{{operation}}',
      rateOf('temporal_request_total', ['operation']),
    ]),
    lines('Requests at the server', 'Per second, by service.', { unit: 'reqps' }, [
      '{{service_name}}',
      rateOf('service_requests', ['service_name'], IN_SERVER),
    ]),
    lines(
      'Server and its database',
      'How long requests and their statements take, 99th percentile.',
      { unit: 's' },
      ['request: {{service_name}}', percentileOf(0.99, 'service_latency', ['service_name'], IN_SERVER)],
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
