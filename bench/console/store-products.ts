import type { Pool } from 'pg'
import { connectWithoutTimeLimits } from '#database/database.ts'

/**
 * Adds `count` products in sets to a supplier. Each third one has three sizes, a tenth no wholesale price, one in
 * 25 is a draft and one in 12 sold out.
 */
export async function generateStoreProducts(pool: Pool, supplierId: number, count: number): Promise<void> {
  const client = await connectWithoutTimeLimits(pool)
  try {
    await client.query(PRODUCTS, [supplierId, count])
    await client.query(VARIANTS, [supplierId])
    await client.query('select fold_product_buckets()')
    await client.query('select fold_supplier_figures()')
    await client.query('select rebuild_search_words()')
  } finally {
    await client.end()
  }
  for (const table of ['products', 'product_variants']) await pool.query(`vacuum (analyze) ${table}`)
}

const PRODUCTS = `
  with words as (
    select string_to_array('Alba,Bianca,Celeste,Dalia,Elara,Fiora,Gemma,Halo,Iris,Juno,Kaia,Luna,Mira,Nova,Opal,Perla', ',') a,
      string_to_array('Solitaire,Pavé,Twisted,Tennis,Station,Signet,Trilogy,Bezel,Filigree,Hammered,Braided', ',') b,
      string_to_array('Diamond,Sapphire,Emerald,Ruby,Amethyst,Citrine,Topaz,Peridot,Garnet,Pearl,Onyx', ',') c,
      string_to_array('Ring,Necklace,Bracelet,Earrings,Pendant,Brooch,Anklet,Charm', ',') d)
  insert into products (public_id, supplier_id, warehouse_id, category_id, external_key, status, name, summary, description_html,
    price_amount, stock, variant_count, sku, metal, created_at, updated_at)
  select 'prd_' || lpad(to_hex($1 * 10000000 + n), 32, '0'), $1,
    (select min(id) from warehouses where supplier_id = $1), 1 + n % 8, 'store-' || n,
    case when n % 25 = 7 then 'draft' else 'active' end,
    concat_ws(' ', a[1 + n * 7 % 16], b[1 + n * 11 % 11], c[1 + n * 13 % 11], d[1 + n % 8], n),
    'Made by hand from recycled metal, polished and set at the bench.', '<p>Made by hand from recycled metal.</p>',
    2000 + (n::bigint * 7919 % 198000), case when n % 12 = 5 then 0 else n % 60 + 1 end * case when n % 3 = 0 then 3 else 1 end,
    case when n % 3 = 0 then 3 else 1 end, 'STORE-' || n, 'Gold', now() - n * interval '1 minute', now() - n * interval '1 minute'
  from generate_series(1, $2::int) n, words`

const VARIANTS = `
  insert into product_variants (public_id, product_id, supplier_id, position, sku, title, size, price_amount, wholesale_amount, stock)
  select 'var_' || lpad(to_hex(p.id * 10 + k), 32, '0'), p.id, p.supplier_id, k, p.sku || case when p.variant_count > 1 then '-' || k else '' end,
    case when p.variant_count > 1 then 'US ' || 5 + k else '' end, case when p.variant_count > 1 then 'US ' || 5 + k end,
    p.price_amount, case when p.id % 10 <> 3 then p.price_amount / 2 end, p.stock / p.variant_count
  from products p cross join lateral generate_series(1, p.variant_count) k
  where p.supplier_id = $1 and p.external_key like 'store-%'
    and not exists (select from product_variants v where v.product_id = p.id)
  order by p.id, k`
