-- WooCommerce with plain permalinks leads on with the whole query, so that the keys of a store stood in the text of a problem. No
-- such text is written any more; this takes the keys out of those that were.
update store_connections set problem = regexp_replace(problem, '\m(ck|cs)_[0-9A-Za-z]{20,}', '\1_…', 'g') where problem ~ '\m(ck|cs)_[0-9A-Za-z]{20}';
update store_runs set problem = regexp_replace(problem, '\m(ck|cs)_[0-9A-Za-z]{20,}', '\1_…', 'g') where problem ~ '\m(ck|cs)_[0-9A-Za-z]{20}';
update store_listings set problem = regexp_replace(problem, '\m(ck|cs)_[0-9A-Za-z]{20,}', '\1_…', 'g') where problem ~ '\m(ck|cs)_[0-9A-Za-z]{20}';
