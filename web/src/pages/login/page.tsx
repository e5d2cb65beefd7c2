import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLogin } from '../../api/actions.ts';
import { Failure } from '../../parts/states.tsx';
import { useTitle } from '../../parts/use-title.ts';

/** Who are you? The API asks for a token, and this page hands it on without keeping it. */
export function LoginPage() {
  useTitle('Log in');
  const login = useLogin();
  const [token, setToken] = useState('');
  return (
    <main className="login">
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault();
          if (token.trim() !== '') login.mutate(token.trim());
        }}
      >
        <h1>Checkpoint</h1>
        <TextInput
          type="password"
          label="token"
          description="from whoever keeps this API’s tokens, or from your issuer; the browser keeps it for a day, where no script can read it"
          required
          autoFocus
          autoComplete="current-password"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        {login.error && <Failure error={login.error} />}
        <div className="dialog-buttons">
          <Button type="submit" disabled={token.trim() === '' || login.isPending}>
            {login.isPending ? 'Logging in…' : 'Log in'}
          </Button>
        </div>
      </form>
    </main>
  );
}
