/**
 * Rows that cover every pair of values of every two fields, as few as a greedy search finds ("AETG", Cohen and others,
 * 1997): most faults need only one or two values to show.
 */
export function allPairs(choices: readonly (readonly unknown[])[]): unknown[][] {
  if (choices.length === 1) return (choices[0] ?? []).map((value) => [value]);
  const open = new Set<string>();
  for (const [i, some] of choices.entries())
    for (let j = i + 1; j < choices.length; j++)
      for (const a of some.keys()) for (const b of (choices[j] ?? []).keys()) open.add(`${i},${a},${j},${b}`);
  const pairsIn = (row: readonly number[]) =>
    row.flatMap((a, i) => row.flatMap((b, j) => (i < j ? [`${i},${a},${j},${b}`] : [])));
  const rows: number[][] = [];
  for (const pair of open) {
    const [i = 0, a = 0, j = 0, b = 0] = pair.split(',').map(Number);
    const row: number[] = [];
    row[i] = a;
    row[j] = b;
    // Each other field gets the value that covers most pairs with the fields set so far.
    for (const [k, values] of choices.entries()) {
      if (row[k] !== undefined) continue;
      const gains = [...values.keys()].map((c) => {
        const pairs = pairsIn(Object.assign([...row], { [k]: c }));
        return pairs.filter((one) => open.has(one)).length;
      });
      row[k] = Math.max(0, gains.indexOf(Math.max(...gains)));
    }
    for (const one of pairsIn(row)) open.delete(one);
    rows.push(row);
  }
  return rows.map((row) => row.map((a, i) => choices[i]?.[a]));
}
