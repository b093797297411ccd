/** As shells report Ctrl-C. */
export const EXIT_CANCELLED = 130;

/** Aborts the signal on Ctrl-C, a closed terminal or a stop request; ignores what `act` then throws. Before a step that must complete, `act` calls `beginLast`. */
export async function cancellable(
  print: (line: string) => void,
  act: (signal: AbortSignal, beginLast: () => void) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  let isLast = false;
  const beginLast = () => {
    signal.throwIfAborted();
    isLast = true;
  };
  const cancel = () => {
    if (isLast) return print('The last step has begun and will be completed.');
    if (!signal.aborted) print('Cancelling.');
    controller.abort(new Error('Cancelled.'));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, cancel);
  try {
    await act(signal, beginLast);
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = EXIT_CANCELLED;
  }
}
