import { AppError } from '../app-error.ts';

export interface RefusedWords {
  get(): Promise<{ isRefused(text: string): boolean }>;
}

type Texts = Readonly<Record<string, string | readonly string[] | null | undefined>>;

const SENTENCE = 'This contains a blocked term: see Blocked terms.';

/** Throws bad_request, naming the fields with a blocked term. */
export async function requireAllowed(refusals: RefusedWords, texts: Texts): Promise<void> {
  const list = await refusals.get();
  const fields = Object.entries(texts).filter(([, text]) =>
    [text ?? ''].flat().some((one) => list.isRefused(one)),
  );
  if (fields.length > 0)
    throw new AppError('bad_request', SENTENCE, Object.fromEntries(fields.map(([name]) => [name, SENTENCE])));
}
