import { defineFeature } from '../../kernel/feature.ts';

export const mailFeature = defineFeature({
  room: 'site/mail',
  tables: {
    mail_outbox: { clearing: 'keeps' },
  },
});
