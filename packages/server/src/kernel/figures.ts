/** A gauge of /metrics about the site as a whole: the same whichever process is asked. */
export interface Figure {
  help: string;
  labels?: readonly string[];
}

export interface Sample {
  labels?: Readonly<Record<string, string>>;
  value: number;
}

export interface FeatureFigures<Parts> {
  /** By name. */
  defined: Readonly<Record<string, Figure>>;
  /** The samples of each. Few queries, by kept totals or an index: it is read with every scrape. */
  read: (parts: Parts) => Promise<Readonly<Record<string, readonly Sample[]>>>;
}

/** Binds figures to what reads them: one without samples does not compile. */
export function defineFigures<const Defined extends Readonly<Record<string, Figure>>, Parts>(
  defined: Defined,
  read: (parts: Parts) => Promise<{ [Name in keyof Defined]: readonly Sample[] }>,
): FeatureFigures<Parts> {
  return { defined, read };
}

/** A sample for each entry of counts, under a label. */
export function samplesBy(label: string, counts: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));
}

/** A moment in seconds since 1970, as Prometheus has it; nothing if there was none. */
export function momentSample(moment: Date | null | undefined): Sample[] {
  return moment ? [{ value: moment.getTime() / 1000 }] : [];
}
