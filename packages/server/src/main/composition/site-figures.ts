import { Gauge, Registry } from 'prom-client';
import type { Feature } from '../../kernel/feature.ts';
import type { Sample } from '../../kernel/figures.ts';
import { createHeld } from '../../kernel/lib/held.ts';

const LONGEST_READ_MS = 60_000;

/** The figures of all features in one registry. Scrapes at the same time share one look. */
export function createSiteFigures<Parts>(
  features: readonly Pick<Feature<Parts>, 'figures'>[],
  parts: Parts,
): Registry {
  const registry = new Registry();
  const all = features.flatMap(({ figures }) => figures ?? []);
  const held = createHeld(async () => {
    const none: Readonly<Record<string, readonly Sample[]>> = {};
    // While the database is down the other figures matter all the more.
    const read = await Promise.all(all.map((one) => one.read(parts).catch(() => none)));
    return Object.assign({}, ...read) as typeof none;
  }, LONGEST_READ_MS);
  const read = () => held.get().finally(held.forget);
  for (const [name, { help, labels = [] }] of all.flatMap(({ defined }) => Object.entries(defined)))
    new Gauge({
      ...{ name, help, labelNames: labels, registers: [registry] },
      async collect() {
        const samples = (await read())[name] ?? [];
        this.reset();
        for (const sample of samples) this.set(sample.labels ?? {}, sample.value);
        // Without labels a gauge that is reset says 0.
        if (samples.length === 0 && labels.length === 0) this.remove();
      },
    });
  return registry;
}
