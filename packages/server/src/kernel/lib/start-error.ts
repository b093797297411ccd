/** A start that cannot succeed; the message says what to change. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A start that may succeed when it is tried again: what it needs is not there yet. */
export class NotYetError extends StartError {}
