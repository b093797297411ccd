import { describe, expect, test } from 'vitest';
import {
  addBusinessDays,
  addDays,
  endOfBusinessDays,
  isBusinessDay,
  isFederalHoliday,
} from './business-days.ts';

/** As published by the Office of Personnel Management, not computed. */
const PUBLISHED: Record<number, string> = {
  2026: '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
  2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
  2033: '01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26',
  2034: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
};

function allDays(year: number): string[] {
  const days: string[] = [];
  for (let day = `${year}-01-01`; day.startsWith(String(year)); day = addDays(day, 1)) days.push(day);
  return days;
}

describe('business days', () => {
  test.each(Object.entries(PUBLISHED))(
    'of %s leave out weekends and the published holidays',
    (year, dates) => {
      const holidays = dates.split(' ').map((date) => `${year}-${date}`);
      expect(allDays(Number(year)).filter(isFederalHoliday)).toEqual(holidays);
      const isWorkedOn = (day: string) =>
        !['Sat', 'Sun'].includes(new Date(day).toUTCString().slice(0, 3)) && !holidays.includes(day);
      expect(allDays(Number(year)).filter(isBusinessDay)).toEqual(allDays(Number(year)).filter(isWorkedOn));
    },
  );

  test('are counted from the next day', () => {
    expect(addBusinessDays('2026-11-23', 10)).toBe('2026-12-08');
    expect(addBusinessDays('2026-11-23', 14)).toBe('2026-12-14');
    expect(addBusinessDays('2027-12-23', 1)).toBe('2027-12-27');
    expect(addBusinessDays('2027-12-30', 1)).toBe('2028-01-03');
    expect(addBusinessDays('2026-11-21', 0)).toBe('2026-11-21');
  });

  test('end with the day in New York, in summer and in winter', () => {
    const ends = (from: string, count: number) => endOfBusinessDays(new Date(from), count).toISOString();
    expect(ends('2026-11-24T03:00:00Z', 10)).toBe('2026-12-09T05:00:00.000Z');
    expect(ends('2026-07-01T12:00:00Z', 1)).toBe('2026-07-03T04:00:00.000Z');
    // Summer time begins between the two.
    expect(ends('2026-03-06T12:00:00Z', 1)).toBe('2026-03-10T04:00:00.000Z');
  });
});
