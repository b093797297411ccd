/**
 * How Node is started for a worker. A crawl makes and drops millions of small objects; Node lets a heap grow to many
 * times of what lives in it before it looks for what does not, which costs a hundred megabytes and saves little.
 */
export const WORKER_FLAGS: readonly string[] = ['--max-semi-space-size=16', '--heap-growing-percent=50'];
