import { defineFeature } from '@vesper/core/feature.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { type DomainDirectory, domainOf } from '@vesper/site/domains';
import { SECURITY_TEXT_PATH, securityText } from './security-text.ts';

export const securityTextFeature = defineFeature({
  room: 'discovery/security-text',
  mount(app, { domains, clock }: { domains: DomainDirectory; clock: Clock }) {
    app.get(SECURITY_TEXT_PATH, async (request, reply) => {
      const { config, origin } = await domainOf(request, domains);
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(securityText({ contactEmail: config.contactEmail, origin, now: clock.now() }));
    });
  },
});
