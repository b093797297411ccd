import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { openChannel } from './process-channel.ts';

test('asks a process that leaves a thousand questions unanswered no more of them', async () => {
  let sent = 0;
  const end = Object.assign(new EventEmitter(), {
    send(_message: object, onSent: (error: null) => void) {
      sent += 1;
      onSent(null);
      return true;
    },
  });
  const { ask } = openChannel(end, {});
  const first = ask('figures');
  for (let n = 1; n < 1000; n += 1) void ask('figures').catch(() => {});
  await expect(ask('figures')).rejects.toThrow('The other process does not answer.');
  expect(sent).toBe(1000);
  end.emit('message', { answer: 1, value: 'late' });
  expect(await first).toBe('late');
  void ask('figures').catch(() => {});
  expect(sent).toBe(1001);
});
