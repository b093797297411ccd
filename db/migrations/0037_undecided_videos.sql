-- Whether the video is off the site because of a case that is not decided.  (desk/cases)
create function is_undecided(video videos) returns boolean stable
return video.status = 'hidden' and video.hidden_reason = 'takedown' and exists (
  select from takedown_videos t join cases c on c.id = t.case_id where t.video_id = video.id and c.is_open);

-- What was approved before there were cases can be answered for two weeks from here, however long ago that was.
with begun as (
  select applied_at from migrations where name = '0025_cases.sql'),
longer as (
  update case_clocks k set due_at = now() + interval '14 days', ended_at = null, ending = null
  from cases c, begun
  where k.case_id = c.id and k.name = 'counter_term' and c.state = 'approved' and k.ending is distinct from 'stopped'
    and k.started_at < begun.applied_at and k.due_at < now() + interval '14 days'
  returning k.case_id, k.due_at)
update cases c set due_at = longer.due_at, closed_at = null from longer where c.id = longer.case_id;
