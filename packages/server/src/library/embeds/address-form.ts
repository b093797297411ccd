/** The addresses of a provider's pages of one kind; they differ only in the video's id. */
export interface AddressForm {
  /** With `ID` in place of the id, to compare two forms. */
  text: string;
  /** "https://player.example". */
  origin: string;
  /** As in a URL, with the port unless it is the default. */
  host: string;
  hostname: string;
  /** The address of a video; the id may hold only letters, digits and `_ - . ~`. */
  fill(id: string): string;
  /**
   * The id in such an address; undefined for any other address. The scheme, a trailing slash and further parameters do
   * not matter: the address is rebuilt from the id.
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
  if (parts.length === 1) throw new Error('has no {id} in place of the video id');
  if (parts.length > 2) throw new Error('has more than one {id}');
  const url = URL.parse(parts.join(PLACEHOLDER));
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('is not an https address');
  if (/[{}]/.test(parts.join(''))) throw new Error('has braces other than those of {id}');
  if (url.username !== '' || url.password !== '') throw new Error('holds a user name or a password');
  if (url.hash !== '') throw new Error('has a part after "#", which requests never include');
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

/** An address may leave out parameters that the form fixes, but not contradict them. */
function agrees(candidate: URL, form: URL, except: string | undefined): boolean {
  return [...form.searchParams].every(
    ([name, value]) => name === except || (candidate.searchParams.get(name) ?? value) === value,
  );
}

function segmentsOf({ pathname }: URL): string[] {
  return pathname.replace(/\/$/, '').split('/');
}
