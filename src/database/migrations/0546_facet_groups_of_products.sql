-- After the triggers, so that it counts what they have not.
select check_facet_groups(0::bigint::bit(57), null);
