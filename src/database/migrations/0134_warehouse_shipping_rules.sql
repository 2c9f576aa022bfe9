-- What sending from a warehouse costs, where its supplier says so; without zones the marketplace's own rules apply.

-- Rules are saved against the revision that was read.
create table warehouse_shipping (
  warehouse_id bigint  primary key references warehouses (id) on delete cascade,
  revision     integer not null check (revision > 0)
);

create table warehouse_zones (
  warehouse_id bigint  not null references warehouse_shipping (warehouse_id) on delete cascade,
  place        integer not null check (place >= 0),
  name         text    not null check (length(name) between 1 and 60),
  -- All countries that no other zone of the warehouse names.
  is_rest      boolean not null,
  primary key (warehouse_id, place)
);
create unique index warehouse_zones_rest on warehouse_zones (warehouse_id) where is_rest;

-- A country is in at most one zone of a warehouse.
create table warehouse_zone_countries (
  warehouse_id bigint  not null,
  country      char(2) not null,
  place        integer not null,
  primary key (warehouse_id, country),
  foreign key (warehouse_id, place) references warehouse_zones (warehouse_id, place) on delete cascade
);
create index warehouse_zone_countries_zone on warehouse_zone_countries (warehouse_id, place);

create table warehouse_zone_services (
  warehouse_id     bigint  not null,
  place            integer not null,
  service          text    not null check (service in ('Economy', 'Standard', 'Express')),
  min_days         integer not null check (min_days >= 1),
  max_days         integer not null check (max_days between min_days and 90),
  -- Of the supplier's part of a cart, in cents; null where it is never free.
  free_from_amount bigint  check (free_from_amount > 0),
  primary key (warehouse_id, place, service),
  foreign key (warehouse_id, place) references warehouse_zones (warehouse_id, place) on delete cascade
);

-- What a service costs in cents for parcels of more than so many grams; the first band begins at 0, and alone it is a flat fee.
create table warehouse_weight_bands (
  warehouse_id bigint  not null,
  place        integer not null,
  service      text    not null,
  over_grams   integer not null check (over_grams between 0 and 100000),
  amount       bigint  not null check (amount between 0 and 10000000),
  primary key (warehouse_id, place, service, over_grams),
  foreign key (warehouse_id, place, service)
    references warehouse_zone_services (warehouse_id, place, service) on delete cascade
);
