/** What a refused call says of each field, by its name. */
export function problemsOf(failure: unknown): Readonly<Record<string, string>> {
  const { fields } = failure as { fields?: Readonly<Record<string, string>> };
  return fields ?? {};
}
