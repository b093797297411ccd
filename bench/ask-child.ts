import type { ChildProcess } from 'node:child_process';

/** Sends a benchmark's child process its task and returns the answer. Throws if the process ends first. */
export function askChild<Answer>(child: ChildProcess, task: object): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`A part of the benchmark ended with ${code}.`));
    child.once('error', reject);
    child.once('exit', onExit);
    child.once('message', (answer) => {
      child.off('error', reject);
      child.off('exit', onExit);
      resolve(answer as Answer);
    });
    child.send(task);
  });
}
