/** `Data` carries ids only: the handler reads the current state. */
export interface JobDefinition<Data extends object> {
  name: string;
  /** For docs/jobs.md. */
  does: string;
  /** 1 unless given. */
  concurrency?: number;
  /** A handler that runs longer is aborted and retried: after ten minutes unless given. */
  expireSeconds?: number;
  /** While a job of this key waits or runs, no second is queued. */
  keyOf?: (data: Data) => string;
  priorityOf?: (data: Data) => number;
  /** In the configured time zone; a missed time is made up for once. */
  cron?: string;
  atStart?: true;
}

/** pg-boss allows nothing shorter. */
export const HEARTBEAT_SECONDS = 10;

export function dailyCron(time: string): string {
  const [hours, minutes] = time.split(':').map(Number);
  return `${minutes} ${hours} * * *`;
}

export function defineRoutine(
  routine: Omit<JobDefinition<Record<never, never>>, 'concurrency' | 'keyOf'>,
): JobDefinition<Record<never, never>> {
  return { keyOf: () => routine.name, ...routine };
}

export function defineJob<Data extends object>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return definition;
}
