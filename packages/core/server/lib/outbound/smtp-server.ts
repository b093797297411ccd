export interface SmtpServer {
  host: string;
  port: number;
  /** `implicit`: TLS from the first byte; `required`, `offered`: STARTTLS always, or if the server has it. */
  encryption: 'implicit' | 'required' | 'offered' | 'none';
  /** False accepts any certificate. */
  verifyCertificate: boolean;
  credentials: { user: string; password: string } | undefined;
}

const EXAMPLE = 'for example smtps://user:password@mail.example:465 or smtp://mail.example:587';

/**
 * `smtp://` or `smtps://[user:password@]host[:port][?tls=none|unverified]`. Throws an Error with a sentence without the
 * password. Credentials travel encrypted unless `tls=none`.
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const known = url && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
  if (!known || url.port === '0' || !/^\/?$/.test(url.pathname) || url.hash !== '') {
    throw new Error(`SMTP_URL must be the address of a mail server, ${EXAMPLE}.`);
  }
  const isImplicit = url.protocol === 'smtps:';
  const tls = readTls(url.searchParams);
  if (isImplicit && tls === 'none')
    throw new Error('SMTP_URL begins with smtps:// but has tls=none: use one or the other.');
  const credentials = readCredentials(url);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port),
    encryption: isImplicit ? 'implicit' : tls === 'none' ? 'none' : credentials ? 'required' : 'offered',
    verifyCertificate: tls !== 'unverified',
    credentials,
  };
}

function readTls(params: URLSearchParams): 'none' | 'unverified' | undefined {
  const { tls, ...others } = Object.fromEntries(params);
  if (Object.keys(others).length > 0) throw new Error('SMTP_URL may have one parameter only: tls.');
  if (tls !== undefined && tls !== 'none' && tls !== 'unverified')
    throw new Error('The parameter tls of SMTP_URL must be none or unverified.');
  return tls;
}

function readCredentials(url: URL): SmtpServer['credentials'] {
  if (url.username === '' && url.password === '') return undefined;
  if (url.username === '' || url.password === '')
    throw new Error('SMTP_URL must have a user and a password, or neither.');
  try {
    return { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  } catch {
    throw new Error('SMTP_URL has a percent sign that starts no escape: write it as %25.');
  }
}
