import type { Handlers } from '../../http/mount.ts';
import { submitNotice, type Takedowns } from './takedowns.ts';

export function takedownRoutes(takedowns: Takedowns): Handlers['takedowns'] {
  return {
    submit: async (submission, context) => ({
      requestId: await submitNotice(takedowns, submission, context),
    }),
  };
}
