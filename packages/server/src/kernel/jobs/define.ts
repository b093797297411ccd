/** A kind of job. `Data` carries ids only: the handler reads the present state itself. */
export interface JobDefinition<Data extends object> {
  name: string;
  /** How many of this kind one worker process runs at once. */
  concurrency: number;
  /** A handler that runs longer is aborted and tried again. */
  expireSeconds: number;
  /** With a key, no second job of that key is queued while one waits or runs. */
  keyOf?: (data: Data) => string;
  /** Of those that wait, the higher comes first; 0 without. */
  priorityOf?: (data: Data) => number;
  /** Cron expression, in the configured time zone; a missed time is made up for once. */
  cron?: string;
  /** Queued, with no data, at each start of a worker. */
  atStart?: true;
}

/** A lease lapses this long after its worker's last heartbeat: pg-boss allows nothing shorter. */
export const HEARTBEAT_SECONDS = 10;

/** The cron expression of "02:30": every day at that time. */
export function dailyCron(time: string): string {
  const [hours, minutes] = time.split(':').map(Number);
  return `${minutes} ${hours} * * *`;
}

/** A job that needs no data: one at a time, queued once until it has run. */
export function defineRoutine(
  routine: Omit<JobDefinition<Record<never, never>>, 'concurrency' | 'keyOf'>,
): JobDefinition<Record<never, never>> {
  return { concurrency: 1, keyOf: () => routine.name, ...routine };
}

export function defineJob<Data extends object>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return definition;
}
