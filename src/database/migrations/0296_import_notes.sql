-- What of a product of a plan is taken in otherwise than the file has it: [{"line": 3, "text": "…"}], null where there is nothing.
alter table product_import_items add column notes jsonb;
