/** The problems of a refused call, by field name. */
export function problemsOf(failure: unknown): Readonly<Record<string, string>> {
  const { fields } = failure as { fields?: Readonly<Record<string, string>> };
  return fields ?? {};
}
