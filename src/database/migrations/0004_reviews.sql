-- What buyers say of products. Rating, number and the newest of them are copied to the product by the catalogue's service.

create table reviews (
  id         bigint generated always as identity primary key,
  public_id  text collate "C" not null unique,
  product_id bigint not null references products (id) on delete cascade,
  rating     smallint not null check (rating between 1 and 5),
  text       text not null,
  user_name  text,
  created_at timestamptz not null
);
create index reviews_product on reviews (product_id, created_at desc, id desc);
