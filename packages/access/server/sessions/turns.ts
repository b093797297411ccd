import { AppError } from '@vesper/core/lib/app-error.ts';

interface Waiting {
  run: () => Promise<void>;
  refuse: () => void;
}

/**
 * Runs one task at a time: those without a lane first, then lanes (networks) in turn. If too many wait, refuses the
 * last of the fullest lane with too_many_requests.
 */
export function createTurns(mostWaiting: number) {
  const first: Waiting[] = [];
  const lanes = new Map<string, Waiting[]>();
  let waiting = 0;
  let isRunning = false;

  function next(): Waiting | undefined {
    if (first.length > 0) return first.shift();
    for (const [lane, queue] of lanes) {
      lanes.delete(lane);
      if (queue.length > 1) lanes.set(lane, queue);
      return queue.shift();
    }
    return undefined;
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let turn = next(); turn; turn = next()) {
      await turn.run();
      waiting -= 1;
    }
    isRunning = false;
  }

  function makeRoom(): void {
    const fullest = [...lanes].reduce((most, lane) => (lane[1].length >= most[1].length ? lane : most), [
      '',
      first,
    ] as [string, Waiting[]]);
    const [name, queue] = fullest;
    queue.pop()?.refuse();
    if (queue.length === 0) lanes.delete(name);
    waiting -= 1;
  }

  return <T>(lane: string | undefined, work: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const turn: Waiting = {
        run: () => work().then(resolve, reject),
        refuse: () => reject(new AppError('too_many_requests', TOO_MANY)),
      };
      if (lane === undefined) first.push(turn);
      else lanes.set(lane, [...(lanes.get(lane) ?? []), turn]);
      waiting += 1;
      if (waiting > mostWaiting) makeRoom();
      void run();
    });
}

const TOO_MANY = 'Too many people are signing in at the moment. Please try again in a moment.';
