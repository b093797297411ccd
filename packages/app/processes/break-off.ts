/** As shells report Ctrl-C. */
export const EXIT_BROKEN_OFF = 130;

/** Aborts the signal on Ctrl-C, a closed terminal or a stop request; what `act` then throws is no error. It calls `beginLast` before a step that must complete. */
export async function breakable(
  print: (line: string) => void,
  act: (signal: AbortSignal, beginLast: () => void) => Promise<void>,
): Promise<void> {
  const breaking = new AbortController();
  const { signal } = breaking;
  let isLast = false;
  const beginLast = () => {
    signal.throwIfAborted();
    isLast = true;
  };
  const breakOff = () => {
    if (isLast) return print('The last step is under way: it is taken to its end.');
    if (!signal.aborted) print('Breaking off.');
    breaking.abort(new Error('Broken off.'));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, breakOff);
  try {
    await act(signal, beginLast);
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = EXIT_BROKEN_OFF;
  }
}
