-- A deep page was found by adding up the days before it, a thousand of them after three years. Months come first now:
-- what is added up are months, the days of one, and the ten minutes of one of these.
alter table list_buckets drop constraint list_buckets_span_check;
alter table list_buckets add constraint list_buckets_span_check check (span in ('month', 'day', 'slot'));

insert into list_buckets (category, span, starts_at, n)
select category, 'month', date_trunc('month', starts_at, 'UTC'), sum(n)
from list_buckets where span = 'day' group by 1, 3;

-- When the bucket begins into which that moment falls. Months, days and slots are those of UTC.
create function bucket_start(span text, at timestamptz) returns timestamptz language sql stable parallel safe
  return case span
    when 'month' then date_trunc('month', at, 'UTC')
    when 'day' then date_bin('1 day', at, '2000-01-01 00:00Z')
    else date_bin('10 minutes', at, '2000-01-01 00:00Z') end;

create or replace function count_published(category_names text[], published timestamptz[], deltas integer[]) returns void
language sql as $$
  insert into list_buckets (category, span, starts_at, n)
  select list, span, bucket_start(span, at), sum(delta)
  from unnest(category_names, published, deltas) as change (category, at, delta),
       lateral (values (''), (change.category)) as lists (list),
       (values ('month'), ('day'), ('slot')) as spans (span)
  group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
  on conflict (category, span, starts_at) do update set n = list_buckets.n + excluded.n;

  select from categories where name = any (category_names) order by name for no key update;
  update categories c set video_count = c.video_count + change.n
  from (select category, sum(delta) as n from unnest(category_names, deltas) as d (category, delta)
        group by category having sum(delta) <> 0) as change
  where c.name = change.category;

  update catalogue_totals set videos = videos + (select sum(delta) from unnest(deltas) as d (delta))
  where (select sum(delta) from unnest(deltas) as d (delta)) <> 0;
$$;
