-- How the shop shows a category: its name for people, its place, and the size guide of its products. `name` stays what addresses, calls
-- and feeds use.
alter table categories add column label text not null default '' check (length(label) <= 30);
alter table categories add column position smallint not null default 0;
alter table categories add column size_guide text not null default 'none'
  check (size_guide in ('none', 'rings', 'neck', 'wrist', 'ankle'));

update categories set label = name, position = id, size_guide = case name
    when 'Rings' then 'rings' when 'Necklaces' then 'neck' when 'Pendants' then 'neck'
    when 'Bracelets' then 'wrist' when 'Anklets' then 'ankle' else 'none' end
  where id between 1 and 8;
