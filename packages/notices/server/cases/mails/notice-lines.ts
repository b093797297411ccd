import { type CaseKindForm, pageHref } from '@vesper/contract';
import type { Target } from '../resolve-addresses.ts';
import type { Filled } from '../sealing/papers.ts';

const MOST_NAMED = 20;

export function namedLines(targets: readonly Pick<Target, 'videoId'>[], origin: string): string {
  const ids = [...new Set(targets.map(({ videoId }) => videoId).filter((id) => id !== null))];
  const lines = ids.slice(0, MOST_NAMED).map((id) => `  ${origin}${pageHref.video(id)}`);
  const more = ids.length > MOST_NAMED ? [`  and ${ids.length - MOST_NAMED} more`] : [];
  return [...lines, ...more].join('\n');
}

export function elementLines(form: CaseKindForm, names: readonly string[]): string {
  return names.map((name) => `- ${form.elements[name]?.words} (${form.elements[name]?.law})`).join('\n');
}

/** Every line is quoted, so that nothing in a notice can pass for our words. */
export function copyOf(form: CaseKindForm, filled: Filled): string {
  const parts = Object.entries(form.fields).flatMap(([name, { label, type, choices }]) => {
    const value = filled[name];
    if (value === undefined) return [];
    if (type === 'tick') return [`Stated:\n${label}`];
    return [`${label}:\n${choices?.[String(value)] ?? value}`];
  });
  return quoted(parts.join('\n\n'));
}

export function quoted(text: string): string {
  return text
    .split(/[\n\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${line.replace(/\p{Cc}/gu, ' ')}`.trimEnd())
    .join('\n');
}
