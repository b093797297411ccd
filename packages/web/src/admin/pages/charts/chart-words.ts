import type { ChartSpan, Charts } from '@vesper/contract';
import { formatCount } from '../../../ui/format.ts';
import { bytesText } from '../../ui/value-text.ts';
import { type Figure, sum } from './chart-figures.ts';

type Step = Charts['step'];

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

export const SPAN_NAMES: Record<ChartSpan, string> = {
  '24h': 'Last 24 hours',
  '30d': 'Last 30 days',
  year: 'Last year',
};

/** A tick on the axis: "14:00", "20 Nov". */
export function tickText(seconds: number, step: Step): string {
  return (step === 'hour' ? hour : day).format(seconds * 1000);
}

/** The full name of a step: "20 Nov, 14:00 UTC", "20 Nov 2026". */
export function stepText(isoDate: string, step: Step): string {
  const date = new Date(isoDate);
  return step === 'hour' ? `${day.format(date)}, ${hour.format(date)} UTC` : dayOfYear.format(date);
}

/** A value as text; a dash if unknown. */
export function valueText(value: number | null | undefined, unit: Figure['unit']): string {
  if (value === null || value === undefined) return '–';
  return unit === 'bytes' ? bytesText(value) : formatCount(value);
}

/** A value on the axis, kept short. */
export function axisText(value: number, unit: Figure['unit']): string {
  return unit === 'bytes' ? bytesText(value) : compact.format(value);
}

/** The legend's value while no step is hovered: the total of counts, the latest of samples. */
export function summary(values: readonly (number | null)[], { form, unit }: Figure): string {
  return valueText(form === 'bars' ? sum(values) : values.findLast((value) => value !== null), unit);
}

/** The chart in a sentence, for screen readers. */
export function describeFigure(figure: Figure, span: ChartSpan): string {
  const parts = figure.series.map(({ label, values }) => `${label} ${summary(values, figure)}`);
  const kind = figure.form === 'bars' ? 'in all' : 'at the last look';
  return `${figure.title}, ${SPAN_NAMES[span].toLowerCase()}, ${kind}: ${parts.join(', ')}. The numbers follow as a table.`;
}
