import { canonicalAddress } from '../../../kernel/lib/text/canonical-address.ts';
import type { SourceProblem } from '../source-item.ts';
import type { FileNotice } from './source-file.ts';

/** A file as an index names it. */
export interface NamedFile {
  loc: string;
  lastmod?: Date;
}

/** How a reading treats what cannot be had now. Without it, each file is asked for once, in order. */
export interface Patience {
  /**
   * Milliseconds until a file that answered badly may be asked for again, after the others; undefined to leave it out
   * of this reading. `failures` counts from 1; 0 if the host wants a pause and was not asked.
   */
  againAfterMs(problem: SourceProblem, failures: number): number | undefined;
  /** Waits, with nothing open. */
  wait(durationMs: number): Promise<void>;
  /** The order in which to read the files of an index. */
  order<Child extends NamedFile>(children: readonly Child[]): Child[] | Promise<Child[]>;
}

/** One file of a source, not requested yet. */
export interface SourceFile<Part> {
  /** The canonical addresses of the indexes that lead to it, and its own at the end. */
  path: readonly string[];
  /** What it contains; read it to its end, or call for no other file. */
  parts(): AsyncGenerator<Part | FileNotice, void, undefined>;
}

/** The files of a source, each to be read before the next. */
export interface SourceFiles<Part> {
  next(): Promise<SourceFile<Part> | undefined>;
  /** The path of the file that comes next; undefined at the end. */
  upcoming(): readonly string[] | undefined;
}

export interface PlannedFile {
  url: string;
  path: readonly string[];
  /** The address of the index that names it; its own for the first. */
  parent: string;
  failures: number;
  /** It was begun before. */
  isAgain: boolean;
}

interface PlanOptions<Part, Child extends NamedFile> {
  /** Of the first file. */
  url: string;
  patience: Patience | undefined;
  /** Yields what a file contains, and its own failure last; adds the files that it names to `children`. */
  read(file: PlannedFile, children: Child[]): AsyncGenerator<Part | FileNotice, void, undefined>;
  /** Why not to ask for a file at all. */
  refuse?(file: PlannedFile): SourceProblem | undefined;
}

const NEVER_BEGUN = { failures: 0, isAgain: false };

/** The file itself was not asked for. */
const UNASKED: ReadonlySet<string> = new Set(['host_waits', 'source_paused']);

/**
 * Goes through a file and those that it names, in order. A file that answered badly comes again after all others, as
 * far as `patience` allows. Where the host itself wants a pause all wait, and if it is too long nothing further is read.
 */
export function planFiles<Part, Child extends NamedFile>(
  options: PlanOptions<Part, Child>,
): SourceFiles<Part> {
  const { url, patience, read, refuse } = options;
  /** The next one last. */
  const ahead: PlannedFile[] = [{ url, path: [canonicalOr(url)], parent: url, ...NEVER_BEGUN }];
  const later: { file: PlannedFile; at: number }[] = [];
  let pauseMs = 0;
  let stoppedAt: readonly string[] | undefined;

  /** True if the file comes again in this reading. */
  function comesAgain(file: PlannedFile, problem: SourceProblem): boolean {
    if (problem.kind === 'permanent') return false;
    const unasked = UNASKED.has(problem.code);
    const failures = file.failures + (unasked ? 0 : 1);
    const ms = patience?.againAfterMs(problem, unasked ? 0 : failures);
    if (unasked && ms === undefined) {
      stoppedAt = file.path;
      ahead.length = 0;
      later.length = 0;
    }
    if (ms === undefined) return false;
    if (unasked) {
      pauseMs = ms;
      ahead.push({ ...file, isAgain: true });
    } else later.push({ file: { ...file, failures, isAgain: true }, at: performance.now() + ms });
    return true;
  }

  async function* parts(file: PlannedFile): AsyncGenerator<Part | FileNotice, void, undefined> {
    const refusal = file.isAgain ? undefined : refuse?.(file);
    if (refusal) {
      yield refusal;
      return;
    }
    const children: Child[] = [];
    for await (const part of read(file, children)) {
      if (isProblem(part) && comesAgain(file, part)) return;
      yield part;
    }
    const ordered = (await patience?.order(children)) ?? children;
    for (const { loc } of ordered.toReversed())
      ahead.push({ url: loc, path: [...file.path, canonicalAddress(loc)], parent: file.url, ...NEVER_BEGUN });
  }

  return {
    async next() {
      if (pauseMs > 0) await patience?.wait(pauseMs);
      pauseMs = 0;
      let file = ahead.pop();
      if (!file) {
        later.sort((one, other) => other.at - one.at);
        const due = later.pop();
        if (due) await patience?.wait(Math.max(0, due.at - performance.now()));
        file = due?.file;
      }
      return file && { path: file.path, parts: () => parts(file) };
    },
    upcoming: () => stoppedAt ?? (ahead.at(-1) ?? later.at(-1)?.file)?.path,
  };
}

function isProblem(part: unknown): part is SourceProblem {
  return (part as { type?: string }).type === 'problem';
}

/** An unusable address stays: reading it says what is wrong. */
function canonicalOr(url: string): string {
  return URL.canParse(url) && /^https?:/i.test(url) ? canonicalAddress(url) : url;
}
