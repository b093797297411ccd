/** As a shell tells it of a program that Ctrl-C has ended. */
export const EXIT_BROKEN_OFF = 130;

/**
 * Runs what is broken off in order by Ctrl-C, by a terminal that is closed, and by a request to stop: then its signal is
 * aborted, and what it throws is no error of ours. It calls `beginLast` before what must come to its end.
 */
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
