-- The last addresses of a source, whatever runs decided about them.
create index addresses_by_source on addresses (source_id, decision_number) where source_id is not null;
