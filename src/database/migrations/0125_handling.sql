-- How long a supplier takes to hand a paid order over, for each warehouse; without a row the marketplace's promise stands. Weekdays
-- are those of ISO 8601: 1 is Monday.
create table warehouse_handling (
  warehouse_id bigint      primary key references warehouses (id),
  lead_days    smallint    not null check (lead_days between 0 and 60),
  cut_off      text        check (cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone    text        not null check (length(time_zone) between 1 and 60),
  working_days smallint[]  not null check (
    cardinality(working_days) between 1 and 7 and working_days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  updated_at   timestamptz not null,
  check (lead_days > 0 or cut_off is not null)
);

-- The days on which a store ships nothing, first and last included, as its clocks show them; a paused store sells nothing either.
create table store_holidays (
  supplier_id bigint      primary key references suppliers (id),
  starts_on   date        not null,
  ends_on     date        not null,
  mode        text        not null check (mode in ('later', 'pause')),
  message     text        not null default '' check (length(message) <= 300),
  time_zone   text        not null check (length(time_zone) between 1 and 60),
  updated_at  timestamptz not null,
  check (ends_on >= starts_on and ends_on <= starts_on + 120)
);

-- What each warehouse promises, as one JSON object for the readers of promises.
create view warehouse_promises as
  select w.id as warehouse_id, w.supplier_id,
    case when h.warehouse_id is not null then json_build_object('leadDays', h.lead_days, 'cutOff', h.cut_off,
      'timeZone', h.time_zone, 'workingDays', h.working_days) end as handling,
    case when y.supplier_id is not null then json_build_object('from', y.starts_on, 'to', y.ends_on, 'mode', y.mode,
      'message', y.message, 'timeZone', y.time_zone) end as holiday
  from warehouses w
  left join warehouse_handling h on h.warehouse_id = w.id
  left join store_holidays y on y.supplier_id = w.supplier_id;
