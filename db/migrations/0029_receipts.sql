-- What cases have taken off, as others ask for it.  (desk/cases)

-- Whether the video is off the site because of a case that can still be answered, so that its files must stay.
create function may_come_back(video videos) returns boolean stable
return video.status = 'hidden' and video.hidden_reason = 'takedown' and exists (
  select from takedown_videos t join cases c on c.id = t.case_id where t.video_id = video.id and c.closed_at is null);

-- Why a video is gone, for everyone to read.
create view removal_receipts as
select t.video_id, c.id as case_id, c.kind, least(c.hidden_at, c.decided_at) as removed_at
from takedown_videos t join cases c on c.id = t.case_id
where c.state in ('approved', 'countered', 'restoring', 'litigation');
