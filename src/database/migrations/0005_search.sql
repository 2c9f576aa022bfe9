-- Type-ahead looks for common words down the most popular names: with the name in it, this index alone shows them.
drop index products_popular;
create index products_popular on products (sold_count desc, rating desc, id desc) include (name_norm) where is_listed;

-- The text of a word search is made by its caller now.
drop function f_word_query(text[]);

-- The ends of words are asked for by length as well: many words end with the same letter, few of them in one length.
drop index search_words_suffix;
create index search_words_suffix on search_words (length(word), reverse(word) text_pattern_ops);
