/** A start that cannot succeed; the message says what to change. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
