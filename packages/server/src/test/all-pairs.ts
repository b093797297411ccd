/** For each field the values that it may have; the first is the plain one. */
type Choices = readonly (readonly unknown[])[];
/** Which of its values each field has, by their numbers. */
type Row = number[];

/**
 * Rows in which every two fields have every two of their values together at least once, as few as a greedy search
 * finds ("AETG", Cohen and others, 1997): a fault mostly needs one value or two to show.
 */
export function allPairs(choices: Choices): unknown[][] {
  const open = new Set<string>();
  for (const [i, some] of choices.entries())
    for (let j = i + 1; j < choices.length; j++)
      for (const a of some.keys()) for (const b of (choices[j] ?? []).keys()) open.add(keyOf(i, a, j, b));
  const rows: Row[] = choices.length === 1 ? (choices[0] ?? []).map((_, a) => [a]) : [];
  for (const key of open) rows.push(closed(open, bestRow(choices, open, key)));
  return rows.map((row) => row.map((a, i) => choices[i]?.[a]));
}

const keyOf = (i: number, a: number, j: number, b: number) =>
  i < j ? `${i},${a},${j},${b}` : `${j},${b},${i},${a}`;

/** Begins with an open pair; each other field gets the value that closes most pairs with those that have theirs. */
function bestRow(choices: Choices, open: ReadonlySet<string>, key: string): Row {
  const [i = 0, a = 0, j = 0, b = 0] = key.split(',').map(Number);
  const row: Row = [];
  row[i] = a;
  row[j] = b;
  for (const [k, values] of choices.entries()) {
    if (row[k] !== undefined) continue;
    const gains = [...values.keys()].map((c) => gainOf(open, row, k, c));
    row[k] = Math.max(0, gains.indexOf(Math.max(...gains)));
  }
  return row;
}

function gainOf(open: ReadonlySet<string>, row: Row, k: number, c: number): number {
  let gain = 0;
  row.forEach((a, i) => {
    if (i !== k && open.has(keyOf(i, a, k, c))) gain += 1;
  });
  return gain;
}

function closed(open: Set<string>, row: Row): Row {
  for (const [i, a] of row.entries())
    for (const [j, b] of row.entries()) if (i < j) open.delete(keyOf(i, a, j, b));
  return row;
}
