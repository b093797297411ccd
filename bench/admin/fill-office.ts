import type { FillStep } from './fill-database.ts';

/** Notices, the audit log, acts, administrators and their sessions, numbers over time. */
export const OFFICE_STEPS: FillStep[] = [
  {
    name: 'notices',
    tables: ['cases', 'case_targets', 'takedown_videos', 'source_strikes', 'mail_outbox'],
    sql: `
      insert into cases (id, kind, state, received_at, decided_at, decided_by, outcome)
        select pg_temp.id('notice', n), 'copyright', s.state, now() - n * interval '20 minutes',
          case when s.state <> 'open' then now() end, case when s.state <> 'open' then 'anna' end,
          case s.state when 'approved' then 'taken_off' end
        from generate_series(1, :size / 20) as n,
          lateral (select case when n % 10 < 5 then 'approved' when n % 10 < 9 then 'denied' else 'open' end as state) as s;
      insert into case_targets (case_id, position, video_id, shape)
        select pg_temp.id('notice', n), 0, pg_temp.id('video', n), 'page' from generate_series(1, :size / 20) as n;
      insert into takedown_videos (case_id, video_id, status_before, taken_at)
        select c.id, t.video_id, 'published', now() from cases c join case_targets t on t.case_id = c.id
        where c.state = 'approved';
      insert into source_strikes (source_id, source_name, case_id, video_id, at)
        select v.source_id, 'Source', c.id, v.id, c.received_at
        from cases c join case_targets t on t.case_id = c.id join videos v on v.id = t.video_id
        where c.state = 'approved' and v.source_id is not null and hashtext(c.id) % 50 = 0;
      update video_sources s set strikes = (select count(*) from source_strikes k where k.source_id = s.id);
      insert into blocked_addresses (hash, reason, case_id)
        select sha256(('blocked' || n)::bytea), 'A notice.', pg_temp.id('notice', n)
        from generate_series(1, :size / 20) as n where n % 10 < 5;
      insert into mail_outbox (kind, domain, from_name, to_address, mailbox, subject, body, status, sent_at, next_attempt_at)
        select 'takedown', 'site.test', 'Site', 'name-' || n % 3000 || '@mail.test', 'name-' || n % 3000 || '@mail.test',
          'Your notice', 'We have got it.', case when n % 100 = 0 then 'failed' else 'sent' end, now(), now()
        from generate_series(1, :size / 10) as n`,
  },
  {
    name: 'audit log',
    tables: ['audit_log', 'audit_acts'],
    sql: `
      insert into audit_log (seq, act, phase, at, action, outcome, actor_id, actor_name, session_id, network, subject, input,
          prev_hash, hash)
        select n, (n + 1) / 2 * 2 - 1, case n % 2 when 1 then 'begun' else 'ended' end,
          now() - interval '3 years' * (1 - n / (:size::float8)),
          a.action, case n % 2 when 0 then case when a.act % 20 = 0 then 'refused' when a.act % 501 = 0 then 'failed' else 'done' end end,
          pg_temp.id('administrator', a.act % 20), 'administrator-' || a.act % 20, pg_temp.id('session', a.act % 2000),
          '192.0.2.0/24', pg_temp.id('video', 1 + floor(:size * pg_temp.chance(a.act, 81))::bigint),
          case n % 2 when 1 then '{"body": {"title": "A title of some length"}}'::jsonb end,
          sha256((n - 1)::text::bytea), sha256(n::text::bytea)
        from generate_series(1, :size::bigint) as n,
          lateral (select (n + 1) / 2 as act) as o,
          lateral (select o.act, (array['catalogue.change', 'catalogue.change', 'catalogue.act', 'takedowns.decide',
             'downloads.add', 'sources.change', 'admin.login', 'keywords.create'])[1 + o.act % 8] as action) as a;
      insert into audit_acts (seq, ended_seq, actor_name, action, subject, outcome)
        select b.seq, e.seq, b.actor_name, b.action, b.subject, e.outcome
        from audit_log b left join audit_log e on e.act = b.seq and e.phase = 'ended' where b.phase = 'begun';
      update audit_head set (seq, hash, at) = (select seq, hash, at from audit_log order by seq desc limit 1)`,
  },
  {
    name: 'acts, moves and clearings',
    tables: ['bulk_acts', 'bulk_act_items'],
    sql: `
      insert into bulk_acts (act, change, filter, state, expected, cursor, done, ordered_by, created_at, finished_at)
        select 'add_tags', '{"tags": ["cascade"]}', '{"status": "published"}', 'completed', 50, '', 50, 'anna',
          now() - (3001 - n) * interval '10 minutes', now()
        from generate_series(1, 3000) as n;
      insert into bulk_act_items (bulk_act_id, video_id, before, after)
        select a, pg_temp.id('video', 1 + (a * 7919 + v * 104729::bigint) % :size), '{"tags": []}', '{"tags": ["cascade"]}'
        from generate_series(1, 3000) as a, generate_series(1, 50) as v on conflict do nothing;
      insert into topic_moves (kind, from_name, to_name, moved, started_at, finished_at)
        select 'tag', 'former tag ' || n, 'cascade', 100, now() - n * interval '1 hour', now() from generate_series(1, 2000) as n`,
  },
  {
    name: 'administrators, sessions and tokens',
    tables: ['admin_sessions', 'personal_tokens'],
    sql: `
      insert into administrators (id, username, password_hash)
        select pg_temp.id('administrator', n), 'administrator-' || n, '$argon2id$none' from generate_series(0, 19) as n;
      insert into admin_sessions (id, token_hash, administrator_id, created_at, last_seen_at, expires_at, user_agent, network)
        select pg_temp.id('session', n), sha256(('session' || n)::bytea), pg_temp.id('administrator', n % 20),
          now() - n * interval '1 second', now() - interval '1 second', now() + interval '1 day', 'Mozilla/5.0 Firefox/140.0',
          '192.0.2.0/24'
        from generate_series(0, 1999) as n;
      insert into personal_tokens (administrator_id, name, token_hash, prefix, scopes, created_at, expires_at)
        select pg_temp.id('administrator', n % 20), 'Token ' || n, sha256(('token' || n)::bytea), 'vsp_' || n, '{catalogue}',
          now() - n * interval '1 hour', now() - n * interval '1 hour' + interval '90 days'
        from generate_series(1, 500) as n`,
  },
  {
    name: 'domains, and numbers over time',
    tables: [],
    sql: `
      insert into domains (domain, site_name, brand_name, contact_email, theme_primary, theme_accent, seo_title_template,
          seo_default_title, seo_default_description)
        select 'site-' || n || '.test', 'Site ' || n, 'Site', 'mail@site.test', '#336699', '#993366', '%s', 'Site', 'A site.'
        from generate_series(1, 50) as n;
      insert into stat_buckets (span, starts_at, metric, label, value)
        select s.span, date_bin(('1 ' || s.span)::interval, now(), '2000-01-01 00:00Z') - n * ('1 ' || s.span)::interval,
          m.metric, m.label, 100 + n % 17
        from (values ('hour', 24 * 395), ('day', 3 * 365)) as s (span, length), generate_series(0, s.length) as n,
          (select 'views' as metric, '' as label union all select 'crawler_added', '' union all select 'downloads_completed', ''
           union all select 'videos_added', unnest(array['new', 'again'])
           union all select 'videos_removed', unnest(array['hidden', 'removed', 'deleted'])
           union all select 'queue_length', unnest(array['pending', 'processing'])
           union all select 'storage_bytes', unnest(array['play', 'thumbnail', 'preview'])
           union all select 'downloads_failed', unnest(array['network', 'timeout', 'http_403', 'http_404', 'http_429', 'http_5xx',
             'robots', 'bad_response', 'not_video', 'too_large', 'storage', 'unexpected'])) as m
        on conflict do nothing`,
  },
];
