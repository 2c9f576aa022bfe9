-- After the triggers, so that it counts what they have not.
select rebuild_search_words();
