/** The problems of a refused call, by field name. */
export function problemsOf(failure: unknown): Readonly<Record<string, string>> {
  return (failure as { fields?: Readonly<Record<string, string>> } | null)?.fields ?? {};
}
