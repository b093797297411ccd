/** The order matters: Edge and Opera also call themselves Chrome. */
const BROWSERS: [name: string, version: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d{1,4})/],
  ['Opera', /\bOPR\/(\d{1,4})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,4})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d{1,4})/],
  ['Safari', /\bVersion\/(\d{1,4})[^ ]* (?:Mobile\/\w{1,20} )?Safari\//],
  ['curl', /^curl\/(\d{1,4})/],
];

const SYSTEMS: [name: string, mark: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** `Firefox 140 on Linux`: the browser's claim, not proof. */
export function browserInWords(userAgent: string): string {
  const browser = BROWSERS.flatMap(([name, pattern]) => {
    const version = pattern.exec(userAgent)?.[1];
    return version ? [`${name} ${version}`] : [];
  })[0];
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : 'An unknown program');
}
