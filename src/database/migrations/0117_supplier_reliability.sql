-- How reliable each supplier is, as counted from the events of its orders and cases of the last half year; refreshed by a job, so
-- that the pages of stores and products read one row.
create table supplier_reliability (
  supplier_id             bigint      primary key references suppliers (id) on delete cascade,
  computed_at             timestamptz not null,
  finished                integer     not null,
  due                     integer     not null,
  shipped_late            integer     not null,
  delivered               integer     not null,
  delivered_late          integer     not null,
  paid                    integer     not null,
  cancelled               integer     not null,
  out_of_stock            integer     not null,
  tracked                 integer     not null,
  invalid_tracking        integer     not null,
  answered                integer     not null,
  -- The median; null before the first answer.
  answer_minutes          integer,
  lost_cases              integer     not null,
  -- Before, figures say nothing (PDP-39).
  is_enough               boolean     not null generated always as (finished >= 20) stored
);

-- What the pages of stores and products show of it, where there is enough.
create view shown_reliability as
select r.supplier_id,
  json_build_object('finishedOrders', r.finished,
    'onTimeDeliveryPercent', floor((r.delivered - r.delivered_late) * 1000.0 / nullif(r.delivered, 0)) / 10,
    'onTimeShippingPercent', floor((r.due - r.shipped_late) * 1000.0 / nullif(r.due, 0)) / 10,
    'answerMinutes', r.answer_minutes,
    'storeRating', (select round(sum(f.rating_sum) / nullif(sum(f.ratings), 0), 1)
      from supplier_figures_now f where f.supplier_id = r.supplier_id)) as shown
from supplier_reliability r where r.is_enough;
