-- What a product of a connected store is there: its kind says whether it can be sold here, its status who sees it there.
alter table store_products
  add column kind   text not null default 'simple'
    check (kind in ('simple', 'variable', 'external', 'grouped', 'digital', 'other')),
  add column status text not null default 'public'
    check (status in ('public', 'hidden', 'draft', 'pending', 'private', 'scheduled'));
