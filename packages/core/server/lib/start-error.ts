/** The message says what to change. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** May succeed when tried again. */
export class NotYetError extends StartError {}
