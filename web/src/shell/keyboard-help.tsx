import { Modal } from '@mantine/core';
import { activeKeys } from '../keys/bindings.ts';

/** What can be pressed on this page. */
export function KeyboardHelp({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title="Keys" size="sm">
      {opened &&
        activeKeys().map((group) => (
          <section key={group.title} className="key-group">
            <h3>{group.title}</h3>
            <dl>
              {group.bindings.map((binding) => (
                <div key={binding.keys}>
                  <dt>
                    {binding.keys.split(' ').map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{binding.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </Modal>
  );
}
