import type { VideoCounts } from '@vesper/contract';
import { expect, test } from 'vitest';
import { clearable } from './queue-buttons.tsx';

test('does not count removed and taken-down videos, as they are not cleared', () => {
  const counts = {
    status: { published: 100, hidden: 20, processing: 3, removed: 50 },
    reason: { takedown: 5, administrator: 15 },
  };
  expect(clearable(counts as unknown as VideoCounts)).toBe(118);
  expect(clearable({ status: { published: 2 }, reason: {} } as unknown as VideoCounts)).toBe(2);
});
