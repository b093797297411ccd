-- Each page of the desk is found by an index, of any kind, however many cases wait and however deep it lies  (desk/cases)

drop index cases_queue;
create index cases_queue on cases ((-rank), received_at, id) where is_open;
create index cases_queue_of_kind on cases (kind, (-rank), received_at, id) where is_open;
create index cases_due_of_kind on cases (kind, due_at, id) where is_open and due_at is not null;
create index cases_latest_of_kind on cases (kind, received_at desc, id desc);
create index cases_decided on cases (received_at desc, id desc) where not is_open;
create index cases_decided_of_kind on cases (kind, received_at desc, id desc) where not is_open;
