/** A gauge of /metrics for the whole site: equal in every process. */
export interface Figure {
  help: string;
  labels?: readonly string[];
}

export interface Sample {
  labels?: Readonly<Record<string, string>>;
  value: number;
}

export interface FeatureFigures<Parts> {
  defined: Readonly<Record<string, Figure>>;
  /** Read with every scrape: few queries, on kept totals or an index. */
  read: (parts: Parts) => Promise<Readonly<Record<string, readonly Sample[]>>>;
}

/** A figure without samples does not compile. */
export function defineFigures<const Defined extends Readonly<Record<string, Figure>>, Parts>(
  defined: Defined,
  read: (parts: Parts) => Promise<{ [Name in keyof Defined]: readonly Sample[] }>,
): FeatureFigures<Parts> {
  return { defined, read };
}

export function samplesBy(label: string, counts: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));
}

/** In seconds since 1970, as Prometheus expects. */
export function momentSample(moment: Date | null | undefined): Sample[] {
  return moment ? [{ value: moment.getTime() / 1000 }] : [];
}
