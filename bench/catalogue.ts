import type { Pool } from 'pg'
import { connectWithoutTimeLimits } from '#database/database.ts'

const FIRST =
  'Alba,Bianca,Celeste,Dalia,Elara,Fiora,Gemma,Halo,Iris,Juno,Kaia,Luna,Mira,Nova,Opal,Perla,Rosa,Sienna,Thea,Vera'
const STYLE =
  'Solitaire,Pavé,Twisted,Tennis,Station,Signet,Trilogy,Bezel,Filigree,Hammered,Braided,Cluster,Marquise,Baguette'
const STONE =
  'Diamond,Sapphire,Emerald,Ruby,Amethyst,Aquamarine,Citrine,Morganite,Topaz,Peridot,Garnet,Pearl,Onyx,Moonstone'
const METAL = 'Gold,Rose Gold,White Gold,Silver,Platinum,Vermeil'
// Put together they make 8,000 names of collections, so that the vocabulary is as large as a real one.
const START = 'Al,Be,Ca,Do,El,Fi,Gra,Hal,Is,Jo,Ka,Lu,Mar,No,Or,Pe,Qui,Ro,Sa,Te'
const MIDDLE = 'ba,co,da,fi,gu,la,me,ni,po,qua,ra,si,ta,ve,vo,xi,ya,zo,bri,tho'
const END = 'ra,na,lle,sse,tto,nda,ria,lis,mar,dor,nne,sca,tia,vel,wen,xis,yra,zia,bel,cor'
const KIND = 'Ring,Necklace,Bracelet,Earrings,Pendant,Brooch,Anklet,Charm'

/** The products per transaction: more would mean long locks and much memory. */
const BATCH = 50_000

/**
 * Fills a migrated database up to `count` listed products of 200 suppliers, one variant each. Names have six words,
 * prices are from $20 to $2,000, a quarter is on offer. The same count gives the same catalogue.
 */
export async function generateCatalogue(pool: Pool, count: number): Promise<void> {
  const client = await connectWithoutTimeLimits(pool)
  try {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from products where external_key like 'bench-%'`,
    )
    const existingCount = rows[0]?.n ?? 0
    if (existingCount === 0) await client.query(SUPPLIERS)
    for (let from = existingCount + 1; from <= count; from += BATCH) {
      const to = Math.min(count, from + BATCH - 1)
      await client.query(PRODUCTS, [from, to, FIRST, STYLE, STONE, METAL, KIND, START, MIDDLE, END])
      await client.query(VARIANTS)
    }
    await client.query('select fold_product_buckets()')
    await client.query('select fold_supplier_figures()')
    await client.query('select rebuild_search_words()')
  } finally {
    await client.end()
  }
  for (const table of ['products', 'product_variants', 'search_words', 'product_buckets']) {
    await pool.query(`vacuum (analyze) ${table}`)
  }
}

const SUPPLIERS = `
  with made as (
    insert into suppliers (public_id, slug, name, is_verified, country, contact_email)
    select 'sup_' || lpad(to_hex(n), 32, '0'), 'bench-' || n, 'Atelier ' || n, true, 'IT', 'orders-' || n || '@bench.example'
    from generate_series(1, 200) n returning id, name)
  insert into warehouses (supplier_id, name, country) select id, name || ' Warehouse', 'IT' from made`

// Multiplying by odd numbers walks through the words without repeating the same name soon.
const PRODUCTS = `
  with words as (
    select string_to_array($3, ',') a, string_to_array($4, ',') b, string_to_array($5, ',') c,
      string_to_array($6, ',') d, string_to_array($7, ',') e,
      string_to_array($8, ',') f, string_to_array($9, ',') g, string_to_array($10, ',') h),
  shops as (select array_agg(s.id order by s.id) s, array_agg(w.id order by s.id) w
    from suppliers s join warehouses w on w.supplier_id = s.id)
  insert into products (public_id, supplier_id, warehouse_id, category_id, external_key, name, summary, description_html,
    price_amount, offer_amount, stock, variant_count, sku, metal, sold_count, rating, review_count)
  select 'prd_' || lpad(to_hex(n), 32, '0'), shops.s[1 + n % 200], shops.w[1 + n % 200], 1 + n % 8, 'bench-' || n,
    concat_ws(' ', a[1 + n * 7 % 20], b[1 + n * 11 % 14], c[1 + n * 13 % 14], d[1 + n * 17 % 6], e[1 + n % 8],
      f[1 + n % 20] || g[1 + n / 20 % 20] || h[1 + n / 400 % 20]),
    'Made by hand from recycled metal, polished and set at the bench.',
    '<p>' || repeat('Made by hand from recycled metal, polished and set at the bench. ', 6) || '</p>',
    2000 + (n::bigint * 7919 % 198000), case when n % 4 = 0 then 1500 + (n::bigint * 7919 % 198000) * 3 / 4 end,
    1000000, 1, 'BENCH-' || n, d[1 + n * 17 % 6], (n::bigint * 104729 % 1000)::int, (n % 50) / 10.0, n % 30
  from generate_series($1::int, $2::int) n, words, shops`

const VARIANTS = `
  insert into product_variants (public_id, product_id, supplier_id, position, sku, price_amount, offer_amount, stock)
  select 'var_' || substr(public_id, 5), id, supplier_id, 1, sku, price_amount, offer_amount, stock
  from products where external_key like 'bench-%' and not exists (select from product_variants v where v.product_id = products.id)
  order by id`
