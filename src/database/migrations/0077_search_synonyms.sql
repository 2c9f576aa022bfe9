-- What else a word of a search is called in the trade: a typed word, and the beginnings of words that count as it.
create table search_synonyms (
  word     text primary key check (word = lower(word) and word !~ '\s'),
  meanings text[] not null check (cardinality(meanings) > 0)
);

insert into search_synonyms (word, meanings)
select word, meanings from (values
  ('{hoop,hoops,creole,creoles,huggie,huggies}'::text[], '{hoop,creole,huggie}'::text[]),
  ('{stud,studs,post,posts}', '{stud,post}'),
  ('{bangle,bangles,cuff,cuffs}', '{bangle,cuff}'),
  ('{pendant,pendants,charm,charms}', '{pendant,charm}'),
  ('{wedding,alliance,alliances,eternity}', '{wedding,alliance,eternity}'),
  ('{band,bands}', '{band,alliance,eternity}'),
  ('{engagement,solitaire,solitaires}', '{engagement,solitaire}'),
  ('{signet,signets,chevaliere}', '{signet,chevaliere}'),
  ('{necklace,necklaces,collier,colliers}', '{necklace,collier}'),
  ('{locket,lockets,medallion,medallions}', '{locket,medallion}'),
  ('{zirconia,cz}', '{zirconia,cz}')
) sets(words, meanings), unnest(words) word;
