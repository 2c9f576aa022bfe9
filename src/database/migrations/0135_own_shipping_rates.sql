-- Pages of products name no figures of the marketplace's own shipping where a warehouse has rates of its own.
create or replace view warehouse_promises as
  select w.id as warehouse_id, w.supplier_id,
    case when h.warehouse_id is not null then json_build_object('leadDays', h.lead_days, 'cutOff', h.cut_off,
      'timeZone', h.time_zone, 'workingDays', h.working_days) end as handling,
    case when y.supplier_id is not null then json_build_object('from', y.starts_on, 'to', y.ends_on, 'mode', y.mode,
      'message', y.message, 'timeZone', y.time_zone) end as holiday,
    exists (select from warehouse_zones z where z.warehouse_id = w.id) as has_own_rates
  from warehouses w
  left join warehouse_handling h on h.warehouse_id = w.id
  left join store_holidays y on y.supplier_id = w.supplier_id;
