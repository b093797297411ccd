-- works with: 1.0.0
alter table videos validate constraint videos_hidden_reason_check;
alter table videos validate constraint videos_edited_fields_check;
