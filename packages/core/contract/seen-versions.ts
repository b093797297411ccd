import { z } from 'zod';

const VERSION = 'version must be the number that came with what is to be deleted.';

/** The version that was read. If given, nothing is deleted if it was changed since. */
export const seenVersion = z.coerce
  .number(VERSION)
  .int(VERSION)
  .min(0, VERSION)
  .max(2_147_483_647, VERSION)
  .optional();

export const SeenVersion = z.object({ version: seenVersion });
