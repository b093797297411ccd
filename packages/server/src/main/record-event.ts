import type { RecordEvent } from '../features/admin-session/index.ts';

/** Where logins and the command line's acts about administrators are noted. */
export const recordEvent: RecordEvent = async () => {};
