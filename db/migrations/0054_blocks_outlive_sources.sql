-- What a case blocks by a source's id stays blocked when the source is deleted: the case goes on.
alter table blocked_external_ids drop constraint blocked_external_ids_source_id_fkey;
