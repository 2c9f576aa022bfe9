-- What a rate was quoted for: the weight of its parcel, and, where that was reckoned from the pieces, a digest of which these
-- were, so that nobody sends other pieces by it. Rates of before were quoted for the standard parcel.
alter table shipping_rates
  add column weight_grams integer not null default 2000 check (weight_grams > 0),
  add column contents text;
