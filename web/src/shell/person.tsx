import { useQuery } from '@tanstack/react-query';
import { useLogout } from '../api/actions.ts';
import { meQuery } from '../api/queries.ts';

/** Who the API takes this browser for, and the way out; nothing where it asks nobody. */
export function Person() {
  const { data: me } = useQuery(meQuery);
  const logout = useLogout();
  if (me === undefined || me.authentication === 'off' || me.subject === null) return null;
  return (
    <span className="person-name" title={me.roles.join(', ')}>
      {me.subject}
      <button type="button" className="plain" onClick={() => logout.mutate()}>
        Log out
      </button>
    </span>
  );
}
