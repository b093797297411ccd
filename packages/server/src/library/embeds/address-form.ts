/** The addresses of one kind of a provider's pages, which differ in the video's id alone. */
export interface AddressForm {
  /** With `ID` where the id stands, for comparing two forms. */
  text: string;
  /** "https://player.example". */
  origin: string;
  /** As in a URL, with its port where that is not the usual one. */
  host: string;
  hostname: string;
  /** The address of an id, which must be made of letters, digits and `_ - . ~` only. */
  fill(id: string): string;
  /**
   * What stands in the id's place of such an address, or undefined for any other. The scheme does not matter, nor a
   * slash at the end, nor further parameters: the address is built anew from the id.
   */
  match(url: URL): string | undefined;
}

const PLACEHOLDER = 'VESPER-VIDEO-ID';

/**
 * Reads "https://player.example/embed/{id}" or "https://player.example/play?v={id}&mode=embed". Throws an Error
 * whose message ends the sentence "NAME's address ...".
 */
export function parseAddressForm(text: string): AddressForm {
  const parts = text.split('{id}');
  if (parts.length === 1) throw new Error('has no {id} where the id of a video stands');
  if (parts.length > 2) throw new Error('has more than one {id}');
  const url = URL.parse(parts.join(PLACEHOLDER));
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('is no https address');
  if (/[{}]/.test(parts.join(''))) throw new Error('has braces that are not those of {id}');
  if (url.username !== '' || url.password !== '') throw new Error('holds a user name or a password');
  if (url.hash !== '') throw new Error('has a part after "#", which no request carries');
  const segment = segmentsOf(url).indexOf(PLACEHOLDER);
  const parameter = [...url.searchParams].find(([, value]) => value === PLACEHOLDER)?.[0];
  if (segment < 0 && parameter === undefined)
    throw new Error('must have {id} as a whole part of its path or as the whole value of a parameter');
  const find = segment >= 0 ? inPath(url, segment) : inQuery(url, parameter ?? '');
  return {
    text: url.href.replace(PLACEHOLDER, 'ID'),
    origin: url.origin,
    host: url.host,
    hostname: url.hostname,
    fill: (id) => url.href.replace(PLACEHOLDER, () => id),
    match: (candidate) =>
      candidate.host === url.host && agrees(candidate, url, parameter) ? find(candidate) : undefined,
  };
}

function inPath(form: URL, place: number): (candidate: URL) => string | undefined {
  const wanted = segmentsOf(form);
  return (candidate) => {
    const given = segmentsOf(candidate);
    const fits = given.length === wanted.length && given.every((one, n) => n === place || one === wanted[n]);
    return fits ? given[place] : undefined;
  };
}

function inQuery(form: URL, parameter: string): (candidate: URL) => string | undefined {
  const path = segmentsOf(form).join('/');
  return (candidate) => {
    const values = candidate.searchParams.getAll(parameter);
    return segmentsOf(candidate).join('/') === path && values.length === 1 ? values[0] : undefined;
  };
}

/** Parameters that the form fixes may be missing in an address, but not say something else. */
function agrees(candidate: URL, form: URL, except: string | undefined): boolean {
  return [...form.searchParams].every(
    ([name, value]) => name === except || (candidate.searchParams.get(name) ?? value) === value,
  );
}

function segmentsOf({ pathname }: URL): string[] {
  return pathname.replace(/\/$/, '').split('/');
}
