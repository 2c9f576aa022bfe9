import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'

// The bare handler that the shop is measured against, in a process of its own: DATABASE_URL in, its address out.
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 8 })

const LIST = `
  select coalesce(json_agg(p), '[]')::text as body from (
    select public_id as id, name, summary as description, price_amount / 100.0 as price, offer_amount / 100.0 as "offerPrice",
      stock, sku, rating, review_count, sold_count as sold, pictures as product_images
    from products where is_listed order by id desc limit 50) p`

const DETAIL = `
  select row_to_json(p)::text as body from (
    select p.public_id as id, p.name, p.description_html as description, p.price_amount / 100.0 as price, p.stock, p.sku,
      (select json_agg(v) from (select public_id as id, sku, title, stock from product_variants where product_id = p.id) v) as variants
    from products p where p.public_id = $1) p`

let kept: string | undefined
setInterval(() => (kept = undefined), 1000)

const server = createServer((request, response) => {
  void answer(request.url ?? '/').then((body) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
})

async function answer(url: string): Promise<string> {
  if (url === '/kept') return (kept ??= await one('bench_list', LIST, []))
  if (url === '/list') return one('bench_list', LIST, [])
  return one('bench_detail', DETAIL, [url.slice('/detail/'.length)])
}

async function one(name: string, text: string, values: string[]): Promise<string> {
  const { rows } = await pool.query<{ body: string }>({ name, text, values })
  return rows[0]?.body ?? 'null'
}

server.listen(0, '127.0.0.1', () => {
  const address: AddressInfo | string | null = server.address()
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
