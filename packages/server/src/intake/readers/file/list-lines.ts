/** One line of a file, without its end. */
export interface Line {
  /** Counted from 1. */
  number: number;
  /** Undefined if the line is too long to keep. */
  text: string | undefined;
}

/** Longer lines are not records and not kept in memory. In characters. */
export const MAX_LINE_LENGTH = 65_536;

/** The lines of a text as it arrives. Memory stays bounded for any text. */
export async function* readLines(texts: AsyncIterable<string>): AsyncGenerator<Line, void, undefined> {
  let number = 0;
  let rest: string | undefined = '';
  for await (const text of texts) {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      number += 1;
      yield { number, text: withoutReturn(extended(rest, text.slice(start, end))) };
      rest = '';
      start = end + 1;
    }
    rest = extended(rest, text.slice(start));
  }
  if (rest !== '') yield { number: number + 1, text: withoutReturn(rest) };
}

function extended(rest: string | undefined, text: string): string | undefined {
  if (rest === undefined || rest.length + text.length > MAX_LINE_LENGTH) return undefined;
  return rest + text;
}

function withoutReturn(text: string | undefined): string | undefined {
  return text?.endsWith('\r') ? text.slice(0, -1) : text;
}
