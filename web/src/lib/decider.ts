import { useLocalStorage } from '@mantine/hooks';

/** The name under which this browser's person decides, kept until the API knows by itself who calls. */
export function useDecider(): [string, (name: string) => void] {
  const [name, setName] = useLocalStorage({
    key: 'checkpoint.decider',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  return [name, setName];
}
