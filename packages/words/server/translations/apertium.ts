import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ORIGINAL_LANGUAGE } from '@vesper/contract';
import {
  childEnvironment,
  ProcessError,
  type ProcessLimits,
  runProcess,
} from '@vesper/core/lib/run-process.ts';
import { hasWords, matchLanguage, type Translator, TranslatorError } from './translator.ts';

const LIST_TIMEOUT_MS = 30_000;
const RUN_TIMEOUT_MS = 120_000;
/** Per process: Apertium is a pipeline of a dozen programs. */
const LIMITS: ProcessLimits = {
  maxFileBytes: 1_000_000,
  cpuSeconds: 60,
  memoryBytes: 1_000_000_000,
  offline: true,
};
const MAX_OUTPUT_BYTES = 8_000_000;
/** "eng-spa" or "en-es_ES". */
const PAIR = /^\s*([a-z]{2,3}(?:_[A-Za-z]+)?)-([a-z]{2,3}(?:_[A-Za-z]+)?)\s*$/;
/** Apertium leaves digits unchanged. */
const FIRST_MARK = 100_001;

/** Apertium with its language pairs (Debian: `apertium`, `apertium-eng-spa`): fast and rough. */
export function createApertium({ program = 'apertium' }: { program?: string } = {}): Translator {
  async function modes(signal: AbortSignal): Promise<Map<string, string>> {
    try {
      const options = { timeoutMs: LIST_TIMEOUT_MS, signal, env: environment(tmpdir()) };
      const { stdout } = await runProcess(program, ['-l'], options);
      return modesFromEnglish(stdout.toString('utf8'));
    } catch (error) {
      signal.throwIfAborted();
      throw missing(program, error);
    }
  }

  return {
    name: 'apertium',
    async supported(languageCodes, signal) {
      const known = [...(await modes(signal)).keys()];
      return languageCodes.filter((code) => matchLanguage(code, known) !== undefined);
    },
    async translate(texts, languageCode, signal) {
      const known = await modes(signal);
      const mode = known.get(matchLanguage(languageCode, [...known.keys()]) ?? '');
      if (mode === undefined) {
        const sentence = `Apertium has no pair from English to "${languageCode}" here: install one, such as Debian's apertium-eng-spa for Spanish.`;
        throw new TranslatorError('refused', sentence);
      }
      return inLines(texts, (lines) => translateLines(lines, { program, mode, signal }));
    },
  };
}

/** By target language. */
function modesFromEnglish(list: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of list.split('\n')) {
    const [, from, to] = PAIR.exec(line) ?? [];
    if (from && to && matchLanguage(ORIGINAL_LANGUAGE, [from])) found.set(to, line.trim());
  }
  return found;
}

/** Apertium would treat a line break as the end of a text. */
async function inLines(
  texts: readonly string[],
  translate: (lines: readonly string[]) => Promise<string[]>,
): Promise<string[]> {
  const all = texts.map((text) => text.split(/\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/));
  const wanted = all.flat().filter(hasWords);
  const translated = (await translate(wanted))[Symbol.iterator]();
  return all.map((lines) =>
    lines.map((line) => (hasWords(line) ? (translated.next().value ?? '') : line)).join('\n'),
  );
}

interface Run {
  program: string;
  mode: string;
  signal: AbortSignal;
}

/** Bisects the lines if one garbles those after it. */
async function translateLines(lines: readonly string[], run: Run): Promise<string[]> {
  if (lines.length === 0) return [];
  const translated = splitAtMarks(await runApertium(lines.map(withMark).join(''), run), lines.length);
  if (translated) return translated;
  if (lines.length === 1)
    throw new TranslatorError('text', 'Apertium returned something that is not a translation.');
  const middle = Math.ceil(lines.length / 2);
  const first = await translateLines(lines.slice(0, middle), run);
  return [...first, ...(await translateLines(lines.slice(middle), run))];
}

function withMark(line: string, n: number): string {
  return `${line.replace(/\s+/gu, ' ').trim()}\n\n${FIRST_MARK + n}\n\n`;
}

/** Undefined unless every mark is there, in order. */
function splitAtMarks(output: string, count: number): string[] | undefined {
  const parts: string[] = [];
  let rest = output;
  for (let n = 0; n < count; n += 1) {
    const mark = `\n\n${FIRST_MARK + n}\n\n`;
    const at = rest.indexOf(mark);
    if (at < 0) return undefined;
    parts.push(rest.slice(0, at).replace(/\s+/gu, ' ').trim());
    rest = rest.slice(at + mark.length);
  }
  return parts;
}

/** From a file: Apertium opens /dev/stdin by name, which fails for our pipes. */
async function runApertium(text: string, { program, mode, signal }: Run): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-apertium-'));
  try {
    const input = path.join(folder, 'input.txt');
    await writeFile(input, text);
    const { stdout } = await runProcess(program, ['-u', mode, input], {
      timeoutMs: RUN_TIMEOUT_MS,
      signal,
      cwd: folder,
      env: environment(folder),
      maxOutputBytes: MAX_OUTPUT_BYTES,
      limits: LIMITS,
    });
    return stdout.toString('utf8');
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProcessError && error.exitCode === null && !error.overLimit)
      throw missing(program, error);
    throw new TranslatorError('text', `Apertium failed on this text: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folder is removed even if the program is killed. */
function environment(folder: string): Record<string, string> {
  return { ...childEnvironment(), TMPDIR: folder };
}

function missing(program: string, cause: unknown): TranslatorError {
  const sentence = `The program ${program} cannot be started: install Apertium (Debian: apertium and apertium-eng-spa), or choose another TRANSLATOR.`;
  return new TranslatorError('refused', sentence, { cause });
}
