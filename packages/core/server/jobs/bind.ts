import type { JobDefinition } from './define.ts';
import type { JobContext, JobHandler } from './runner.ts';

export interface BoundJobs<Parts> {
  definitions: readonly JobDefinition<never>[];
  /** None if this worker leaves the jobs waiting. */
  handlers: (parts: Parts) => readonly JobHandler[];
}

type Run<Data> = (data: Data, context: JobContext) => Promise<void>;

/** A function per definition, or one with a cron expression that is a setting. */
type HandlersOf<Definitions> = {
  [Name in keyof Definitions]: Definitions[Name] extends JobDefinition<infer Data>
    ? Run<Data> | { cron: () => string; run: Run<Data> }
    : never;
};

/** A definition without a handler does not compile. */
export function bindJobs<Definitions extends Readonly<Record<string, JobDefinition<never>>>, Parts>(
  definitions: Definitions,
  handlersFor: (parts: Parts) => HandlersOf<Definitions> | undefined,
): BoundJobs<Parts> {
  return {
    definitions: Object.values(definitions),
    handlers(parts) {
      const handlers = handlersFor(parts) as Record<string, Run<never> | Omit<JobHandler, 'job'>>;
      return Object.entries(handlers ?? {}).map(([name, handler]) => ({
        job: definitions[name] as JobDefinition<never>,
        ...(typeof handler === 'function' ? { run: handler } : handler),
      }));
    },
  };
}
