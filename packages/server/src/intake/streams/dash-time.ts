/** "PT1H2M3.5S" (XML Schema, section 3.2.6) in seconds; undefined for anything else. Years and months are none. */
export function secondsOf(text: string | undefined): number | undefined {
  const match = /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,10}(?:\.\d{1,20})?)S)?)?$/.exec(
    text?.trim() ?? '',
  );
  if (!match) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
