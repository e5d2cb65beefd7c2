import type { WorkerPod } from '../../api/types.ts';
import { absolute, clock, duration, millis } from '../../lib/time.ts';

/** One sight of a pod's end: what, and when. */
interface Sight {
  readonly what: string;
  readonly at: string;
}

/** What was seen of a pod's end, in the order in which it was seen. */
export function sightsOf(pod: WorkerPod): readonly Sight[] {
  const { terminated, replacement, reason } = pod;
  const sights: (Sight | false)[] = [
    pod.killAcceptedAt !== null && { what: 'Kubernetes accepted our deletion', at: pod.killAcceptedAt },
    pod.deletedAt !== null && {
      what: reason === null ? 'deletion seen' : `ended: ${reason}`,
      at: pod.deletedAt,
    },
    pod.goneAt !== null && { what: 'pod object gone', at: pod.goneAt },
    pod.sessionEndedAt !== null && { what: 'session closed by the kernel', at: pod.sessionEndedAt },
    terminated !== null && {
      what: `container terminated, exit code ${terminated.exitCode}${terminated.reason === null ? '' : `, ${terminated.reason}`}`,
      at: terminated.seenAt,
    },
    replacement?.readyAt != null && {
      what:
        replacement.pod === pod.name ? 'next process of this pod up' : `replacement ${replacement.pod} ready`,
      at: replacement.readyAt,
    },
  ];
  return sights
    .filter((sight) => sight !== false)
    .toSorted((one, other) => millis(one.at) - millis(other.at));
}

/** The sights as a list; all but the first are told as the time since the first. */
export function PodEnd({ pod }: { pod: WorkerPod }) {
  const sights = sightsOf(pod);
  const first = sights[0];
  if (first === undefined) return null;
  return (
    <ul className="pod-end" aria-label={`What was seen of the end of pod ${pod.name}`}>
      {sights.map(({ what, at }) => (
        <li key={what}>
          {what}{' '}
          <span className="muted" title={absolute(at)}>
            {at === first.at ? clock(at) : `+${duration(millis(at) - millis(first.at))}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
