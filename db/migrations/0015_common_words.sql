-- About how many videos have each common word, or words with a beginning (`*` before it): what is too common to be
-- looked up in the largest text indexes.
create table common_words (
  word text primary key,
  videos integer not null
);
