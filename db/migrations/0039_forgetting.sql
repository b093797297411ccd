-- Cases are forgotten one by one, and unconfirmed ones end by themselves  (desk/cases)

create index cases_to_forget on cases (kind, closed_at) where sealed_key is not null and held_at is null;

-- As in desk/cases/kinds/case-kind.ts.
insert into case_clocks (case_id, name, started_at, due_at)
select id, 'lapse', received_at, received_at + interval '60 days' from cases
where state in ('unconfirmed', 'incomplete') and confirmed_at is null and kind <> 'minor'
on conflict do nothing;
