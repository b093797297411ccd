/** A calendar day, `2026-11-26`. */
export type Day = string;

const DAY_MS = 24 * 3600 * 1000;
const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** Public holidays of the United States (5 U.S.C. 6103), moved off weekends (Executive Order 11582). */
export function isFederalHoliday(day: Day): boolean {
  return holidaysOf(Number(day.slice(0, 4))).has(day);
}

export function isBusinessDay(day: Day): boolean {
  const weekday = weekdayOf(day);
  return weekday !== SATURDAY && weekday !== SUNDAY && !isFederalHoliday(day);
}

/** Does not count the first day. */
export function addBusinessDays(day: Day, count: number): Day {
  let reached = day;
  for (let left = count; left > 0; ) {
    reached = addDays(reached, 1);
    if (isBusinessDay(reached)) left -= 1;
  }
  return reached;
}

export function dayIn(timeZone: string, moment: Date): Day {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment);
}

const holidays = new Map<number, ReadonlySet<Day>>();

function holidaysOf(year: number): ReadonlySet<Day> {
  const known = holidays.get(year);
  if (known) return known;
  // If 1 January is a Saturday, it is observed in the old year.
  const made = new Set([...fixedHolidays(year), observed(`${year + 1}-01-01`), ...movingHolidays(year)]);
  holidays.set(year, made);
  return made;
}

/** New Year, Juneteenth, Independence Day, Veterans Day, Christmas. */
function fixedHolidays(year: number): Day[] {
  return ['01-01', '06-19', '07-04', '11-11', '12-25'].map((date) => observed(`${year}-${date}`));
}

/** Martin Luther King, Washington, Memorial Day, Labor Day, Columbus, Thanksgiving. */
function movingHolidays(year: number): Day[] {
  return [
    nthWeekday(`${year}-01`, MONDAY, 3),
    nthWeekday(`${year}-02`, MONDAY, 3),
    // The last Monday of May.
    addDays(nthWeekday(`${year}-06`, MONDAY, 1), -7),
    nthWeekday(`${year}-09`, MONDAY, 1),
    nthWeekday(`${year}-10`, MONDAY, 2),
    nthWeekday(`${year}-11`, THURSDAY, 4),
  ];
}

function observed(day: Day): Day {
  const weekday = weekdayOf(day);
  if (weekday === SATURDAY) return addDays(day, -1);
  return weekday === SUNDAY ? addDays(day, 1) : day;
}

function nthWeekday(month: string, weekday: number, nth: number): Day {
  const first = `${month}-01`;
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1));
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

function weekdayOf(day: Day): number {
  return new Date(day).getUTCDay();
}

const OFFICE = 'America/New_York';

/** The end of that day in New York. */
export function endOfBusinessDays(from: Date, count: number): Date {
  const next = addDays(addBusinessDays(dayIn(OFFICE, from), count), 1);
  // Summer time changes after midnight.
  const summer = new Date(`${next}T04:00:00Z`);
  return dayIn(OFFICE, summer) === next ? summer : new Date(`${next}T05:00:00Z`);
}
