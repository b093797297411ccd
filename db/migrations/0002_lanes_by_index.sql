-- With statistics of a nearly empty queue, the planner sorted all waiting jobs for each lane, and compared all lanes
-- with all: time that grew with the square of what one statement inserts.
alter function refresh_download_lanes(text[], text[]) set enable_sort = off;
alter function refresh_download_lanes(text[], text[]) set enable_material = off;
