/** `created_at` for `createdAt`. */
type Column<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Column<Rest>}`
  : '';

/** A date for its text; any text for one of several words, which SQL checks. */
type Held<Value> = Value extends string
  ? string | Date
  : Value extends readonly (infer One)[]
    ? readonly Held<One>[]
    : Value;

type RowOf<View, Given> = {
  [Field in keyof View as Field extends keyof Given ? never : Column<Field & string>]: Held<View[Field]>;
};

/** Each field from its column, dates in ISO 8601, or as `given`. No other column is passed on. */
export function viewOf<View extends object, const Given extends Partial<View> = Record<never, never>>(
  schema: { shape: object; parse: (value: unknown) => View },
  row: RowOf<View, Given>,
  given?: Given,
): View {
  const view: Record<string, unknown> = {};
  for (const [field, column] of columnsOf(schema.shape)) {
    const value = (row as Record<string, unknown>)[column];
    if (value !== undefined) view[field] = value instanceof Date ? value.toISOString() : value;
  }
  return Object.assign(view, given) as View;
}

const known = new WeakMap<object, [field: string, column: string][]>();

function columnsOf(shape: object): [field: string, column: string][] {
  const columns =
    known.get(shape) ??
    Object.keys(shape).map((field): [string, string] => [
      field,
      field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ]);
  known.set(shape, columns);
  return columns;
}
