-- works with: 1.0.0
-- contracts: tell_change()

-- One trigger per table tells what changed, instead of three with transition tables. It fires per row, so that a
-- statement that finds nothing stays silent; PostgreSQL sends equal notifications of a transaction once.
create function tell_row() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('vesper_changes', tg_table_name);
  return null;
end $$;

drop trigger tell_delete on admin_sessions;
drop trigger tell_insert on admin_sessions;
drop trigger tell_update on admin_sessions;
create trigger tell_change after insert or update or delete on admin_sessions for each row execute function tell_row();

drop trigger tell_delete on administrators;
drop trigger tell_insert on administrators;
drop trigger tell_update on administrators;
create trigger tell_change after insert or update or delete on administrators for each row execute function tell_row();

drop trigger tell_delete on alerts;
drop trigger tell_insert on alerts;
drop trigger tell_update on alerts;
create trigger tell_change after insert or update or delete on alerts for each row execute function tell_row();

drop trigger tell_delete on audit_log;
drop trigger tell_insert on audit_log;
drop trigger tell_update on audit_log;
create trigger tell_change after insert or update or delete on audit_log for each row execute function tell_row();

drop trigger tell_delete on bulk_acts;
drop trigger tell_insert on bulk_acts;
drop trigger tell_update on bulk_acts;
create trigger tell_change after insert or update or delete on bulk_acts for each row execute function tell_row();

drop trigger tell_delete on case_mail_texts;
drop trigger tell_insert on case_mail_texts;
drop trigger tell_update on case_mail_texts;
create trigger tell_change after insert or update or delete on case_mail_texts for each row execute function tell_row();

drop trigger tell_insert on case_proposals;
drop trigger tell_update on case_proposals;
create trigger tell_change after insert or update or delete on case_proposals for each row execute function tell_row();

drop trigger tell_insert on cases;
drop trigger tell_update on cases;
create trigger tell_change after insert or update or delete on cases for each row execute function tell_row();

drop trigger tell_delete on catalogue_totals;
drop trigger tell_insert on catalogue_totals;
drop trigger tell_update on catalogue_totals;
create trigger tell_change after insert or update or delete on catalogue_totals for each row execute function tell_row();

drop trigger tell_delete on categories;
drop trigger tell_insert on categories;
drop trigger tell_update on categories;
create trigger tell_change after insert or update or delete on categories for each row execute function tell_row();

drop trigger tell_delete on category_rules;
drop trigger tell_insert on category_rules;
drop trigger tell_update on category_rules;
create trigger tell_change after insert or update or delete on category_rules for each row execute function tell_row();

drop trigger tell_delete on clearings;
drop trigger tell_insert on clearings;
drop trigger tell_update on clearings;
create trigger tell_change after insert or update or delete on clearings for each row execute function tell_row();

drop trigger tell_delete on crawler_problems;
drop trigger tell_insert on crawler_problems;
drop trigger tell_update on crawler_problems;
create trigger tell_change after insert or update or delete on crawler_problems for each row execute function tell_row();

drop trigger tell_delete on crawler_run_counts;
drop trigger tell_insert on crawler_run_counts;
drop trigger tell_update on crawler_run_counts;
create trigger tell_change after insert or update or delete on crawler_run_counts for each row execute function tell_row();

drop trigger tell_delete on crawler_runs;
drop trigger tell_insert on crawler_runs;
drop trigger tell_update on crawler_runs;
create trigger tell_change after insert or update or delete on crawler_runs for each row execute function tell_row();

drop trigger tell_delete on dmca_requests;
drop trigger tell_insert on dmca_requests;
drop trigger tell_update on dmca_requests;
create trigger tell_change after insert or update or delete on dmca_requests for each row execute function tell_row();

drop trigger tell_delete on domains;
drop trigger tell_insert on domains;
drop trigger tell_update on domains;
create trigger tell_change after insert or update or delete on domains for each row execute function tell_row();

drop trigger tell_delete on download_jobs;
drop trigger tell_insert on download_jobs;
drop trigger tell_update on download_jobs;
create trigger tell_change after insert or update or delete on download_jobs for each row execute function tell_row();

drop trigger tell_delete on dump_layouts;
drop trigger tell_insert on dump_layouts;
drop trigger tell_update on dump_layouts;
create trigger tell_change after insert or update or delete on dump_layouts for each row execute function tell_row();

drop trigger tell_delete on dump_runs;
drop trigger tell_insert on dump_runs;
drop trigger tell_update on dump_runs;
create trigger tell_change after insert or update or delete on dump_runs for each row execute function tell_row();

drop trigger tell_delete on duplicate_decisions;
drop trigger tell_insert on duplicate_decisions;
drop trigger tell_update on duplicate_decisions;
create trigger tell_change after insert or update or delete on duplicate_decisions for each row execute function tell_row();

drop trigger tell_delete on keywords;
drop trigger tell_insert on keywords;
drop trigger tell_update on keywords;
create trigger tell_change after insert or update or delete on keywords for each row execute function tell_row();

drop trigger tell_delete on languages;
drop trigger tell_insert on languages;
drop trigger tell_update on languages;
create trigger tell_change after insert or update or delete on languages for each row execute function tell_row();

drop trigger tell_delete on media_jobs;
drop trigger tell_insert on media_jobs;
drop trigger tell_update on media_jobs;
create trigger tell_change after insert or update or delete on media_jobs for each row execute function tell_row();

drop trigger tell_delete on media_reruns;
drop trigger tell_insert on media_reruns;
drop trigger tell_update on media_reruns;
create trigger tell_change after insert or update or delete on media_reruns for each row execute function tell_row();

drop trigger tell_delete on move_ins;
drop trigger tell_insert on move_ins;
drop trigger tell_update on move_ins;
create trigger tell_change after insert or update or delete on move_ins for each row execute function tell_row();

drop trigger tell_insert on moved_films;
drop trigger tell_update on moved_films;
create trigger tell_change after insert or update or delete on moved_films for each row execute function tell_row();

drop trigger tell_delete on passkeys;
drop trigger tell_insert on passkeys;
drop trigger tell_update on passkeys;
create trigger tell_change after insert or update or delete on passkeys for each row execute function tell_row();

drop trigger tell_delete on personal_tokens;
drop trigger tell_insert on personal_tokens;
drop trigger tell_update on personal_tokens;
create trigger tell_change after insert or update or delete on personal_tokens for each row execute function tell_row();

drop trigger tell_delete on refusal_settings;
drop trigger tell_insert on refusal_settings;
drop trigger tell_update on refusal_settings;
create trigger tell_change after insert or update or delete on refusal_settings for each row execute function tell_row();

drop trigger tell_delete on refused_terms;
drop trigger tell_insert on refused_terms;
drop trigger tell_update on refused_terms;
create trigger tell_change after insert or update or delete on refused_terms for each row execute function tell_row();

drop trigger tell_delete on refused_videos;
drop trigger tell_insert on refused_videos;
drop trigger tell_update on refused_videos;
create trigger tell_change after insert or update or delete on refused_videos for each row execute function tell_row();

drop trigger tell_delete on search_synonyms;
drop trigger tell_insert on search_synonyms;
drop trigger tell_update on search_synonyms;
create trigger tell_change after insert or update or delete on search_synonyms for each row execute function tell_row();

drop trigger tell_delete on settings;
drop trigger tell_insert on settings;
drop trigger tell_update on settings;
create trigger tell_change after insert or update or delete on settings for each row execute function tell_row();

drop trigger tell_delete on source_permissions;
drop trigger tell_insert on source_permissions;
drop trigger tell_update on source_permissions;
create trigger tell_change after insert or update or delete on source_permissions for each row execute function tell_row();

drop trigger tell_delete on source_strikes;
drop trigger tell_insert on source_strikes;
drop trigger tell_update on source_strikes;
create trigger tell_change after insert or update or delete on source_strikes for each row execute function tell_row();

drop trigger tell_delete on stat_buckets;
drop trigger tell_insert on stat_buckets;
drop trigger tell_update on stat_buckets;
create trigger tell_change after insert or update or delete on stat_buckets for each row execute function tell_row();

drop trigger tell_delete on tag_rules;
drop trigger tell_insert on tag_rules;
drop trigger tell_update on tag_rules;
create trigger tell_change after insert or update or delete on tag_rules for each row execute function tell_row();

drop trigger tell_delete on topic_moves;
drop trigger tell_insert on topic_moves;
drop trigger tell_update on topic_moves;
create trigger tell_change after insert or update or delete on topic_moves for each row execute function tell_row();

drop trigger tell_delete on totp_secrets;
drop trigger tell_insert on totp_secrets;
drop trigger tell_update on totp_secrets;
create trigger tell_change after insert or update or delete on totp_secrets for each row execute function tell_row();

drop trigger tell_delete on translation_runs;
drop trigger tell_insert on translation_runs;
drop trigger tell_update on translation_runs;
create trigger tell_change after insert or update or delete on translation_runs for each row execute function tell_row();

drop trigger tell_delete on video_sources;
drop trigger tell_insert on video_sources;
drop trigger tell_update on video_sources;
create trigger tell_change after insert or update or delete on video_sources for each row execute function tell_row();

drop function tell_change();
