const DEADLOCK = '40P01';
const MOST_TRIES = 5;

/**
 * Runs a transaction again that PostgreSQL has broken off so that another could go on. A takedown touches what many
 * others write, and not all of them in one order.
 */
export async function retryingDeadlocks<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || tries === MOST_TRIES) throw error;
    }
  }
}
