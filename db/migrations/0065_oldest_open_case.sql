-- works with: 1.0.0
create index concurrently cases_waiting on cases (received_at) where is_open;
