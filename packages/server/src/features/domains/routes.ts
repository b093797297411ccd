import type { Handlers } from '../../http/mount.ts';
import type { DomainDirectory } from './domains.ts';

export function domainRoutes(domains: DomainDirectory): Handlers['domains'] {
  return { config: (_input, context) => domains.configFor(context.hostname) };
}
