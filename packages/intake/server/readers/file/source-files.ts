import { canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import type { SourceProblem } from '../source-item.ts';
import type { FileNotice } from './source-file.ts';

export interface NamedFile {
  loc: string;
  lastmod?: Date;
}

/** Without it, each file is requested once, in order. */
export interface Patience {
  /**
   * Milliseconds until a failed file is retried, after the others; undefined to skip it. `failures` counts from 1; 0
   * if the host wants a pause and was not asked.
   */
  againAfterMs(problem: SourceProblem, failures: number): number | undefined;
  wait(durationMs: number): Promise<void>;
  order<Child extends NamedFile>(children: readonly Child[]): Child[] | Promise<Child[]>;
}

export interface SourceFile<Part> {
  /** Canonical addresses of the indexes leading to it, and its own last. */
  path: readonly string[];
  /** Read it to its end, or call for no other file. */
  parts(): AsyncGenerator<Part | FileNotice, void, undefined>;
}

export interface SourceFiles<Part> {
  next(): Promise<SourceFile<Part> | undefined>;
  /** Undefined at the end. */
  upcoming(): readonly string[] | undefined;
}

export interface PlannedFile {
  url: string;
  path: readonly string[];
  /** The index that names it; its own address for the first. */
  parent: string;
  failures: number;
  isAgain: boolean;
}

interface PlanOptions<Part, Child extends NamedFile> {
  url: string;
  patience: Patience | undefined;
  /** Yields a file's contents, its own failure last; adds the files it names to `children`. */
  read(file: PlannedFile, children: Child[]): AsyncGenerator<Part | FileNotice, void, undefined>;
  refuse?(file: PlannedFile): SourceProblem | undefined;
}

const NEVER_BEGUN = { failures: 0, isAgain: false };

/** Nothing was requested. */
const UNASKED: ReadonlySet<string> = new Set(['host_waits', 'source_paused']);

/** Failed files are retried at the end. If the host wants a pause all wait; if it is too long, reading ends. */
export function planFiles<Part, Child extends NamedFile>(
  options: PlanOptions<Part, Child>,
): SourceFiles<Part> {
  const { url, patience, read, refuse } = options;
  /** A stack. */
  const ahead: PlannedFile[] = [{ url, path: [canonicalOr(url)], parent: url, ...NEVER_BEGUN }];
  const later: { file: PlannedFile; at: number }[] = [];
  let pauseMs = 0;
  let stoppedAt: readonly string[] | undefined;

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

/** An unusable address stays: reading it reports why. */
function canonicalOr(url: string): string {
  return URL.canParse(url) && /^https?:/i.test(url) ? canonicalAddress(url) : url;
}
