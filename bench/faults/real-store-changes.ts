import { askStore, type Headers, runStoreQueue, type Way } from './real-store-way.ts'

/** A product: its place among ours, from 1, and the store's number of it. */
type Listed = Readonly<{ place: number; storeKey: number }>

type Offer = Readonly<{ id: number; name: string; regular_price: string }>
type Variation = Readonly<{
  id: number
  stock_quantity: number
  attributes: readonly Readonly<{ id: number; name: string; option: string }>[]
}>

const readKey = async (way: Way, place: number) => {
  const { rows } = await way
    .db()
    .pool.query<{ id: string; publicId: string }>(
      'select id, public_id as "publicId" from products order by id offset $1 limit 1',
      [place - 1],
    )
  return rows[0] ?? { id: '', publicId: '' }
}

/** Gives a product two sizes: five units of 52 and two of 54. */
export async function addSize(way: Way, place: number): Promise<void> {
  const { id } = await readKey(way, place)
  const { pool } = way.db()
  await pool.query(`update product_variants set size = '52' where product_id = $1`, [id])
  await pool.query(
    `insert into product_variants (public_id, product_id, supplier_id, position, sku, size, price_amount, stock)
     select 'var_' || md5(public_id), product_id, supplier_id, 2, sku || '-54', '54', price_amount, 2
     from product_variants where product_id = $1`,
    [id],
  )
}

/** Changes a price of the supplier, kills the shop, and waits until the store has it. */
export async function changePrice(way: Way, { place, storeKey }: Listed): Promise<void> {
  const { id } = await readKey(way, place)
  const before = await askStore<Offer>(`/products/${storeKey}`)
  await way.db().pool.query('update product_variants set price_amount = 13000 where product_id = $1', [id])
  await way.killAfter(
    'price',
    async () => (await askStore<Offer>(`/products/${storeKey}`)).regular_price !== before.regular_price,
  )
  const after = await askStore<Offer>(`/products/${storeKey}`)
  console.log(`price: ${before.regular_price} became ${after.regular_price}`)
}

/** Lets owner and supplier rename a product, then plans that the supplier's title counts, and kills the shop in it. */
export async function changeFields(
  way: Way,
  headers: Headers,
  { storeId, place, storeKey }: Listed & Readonly<{ storeId: string }>,
): Promise<void> {
  const { id, publicId } = await readKey(way, place)
  await askStore(`/products/${storeKey}`, { name: 'The owner’s own name' })
  await way.db().pool.query(`update products set name = 'The supplier’s new name' where id = $1`, [id])
  const { plan } = await way.send<{ plan: { id: string } }>('/vendor/publish-plans', headers, {
    storeId,
    productIds: [publicId],
    fields: { title: 'supplier' },
  })
  await way.killAfter(
    'plan of a title',
    async () => (await way.count(`publish_plans where state = 'planned'`)) === 1,
  )
  const { items } = await way.send<{ items: { changes: object[] }[] }>(
    `/vendor/publish-plans/${plan.id}/items?tab=update`,
    headers,
  )
  console.log(`planned: ${JSON.stringify(items.map(({ changes }) => changes))}`)
  await way.send(`/vendor/publish-plans/${plan.id}/apply`, headers, {})
  await way.killAfter(
    'title',
    async () => (await askStore<Offer>(`/products/${storeKey}`)).name === 'The supplier’s new name',
  )
  const found = await askStore<Offer[]>(`/products?sku=${publicId}&status=any`)
  console.log(`products with the new title: ${found.filter(({ name }) => name.includes('new name')).length}`)
}

/** Swaps the sizes of two variations in the store: an order waits, its vendor matches it, stock follows the sizes. */
export async function swapSizes(way: Way, headers: Headers, storeKey: number): Promise<void> {
  const path = `/products/${storeKey}/variations`
  const read = async () => (await askStore<Variation[]>(path)).toSorted((one, other) => one.id - other.id)
  const [first, second] = await read()
  if (!first || !second) throw new Error('no two variations')
  await askStore(`${path}/${first.id}`, { attributes: second.attributes })
  await askStore(`${path}/${second.id}`, { attributes: first.attributes })
  await askStore('/orders', {
    set_paid: true,
    payment_method: 'bacs',
    shipping: ADDRESS,
    billing: { ...ADDRESS, email: 'ben@customers.example' },
    line_items: [{ product_id: storeKey, variation_id: first.id, quantity: 1 }],
  })
  await runStoreQueue()
  await way.killAfter(
    'order of a swapped size',
    async () =>
      (await way.count(`shop_order_lines where other_options is not null and kind = 'unmapped'`)) === 1,
  )
  const { rows } = await way.db().pool.query<{ id: string; line: string; variant: string }>(
    `select o.public_id as id, l.external_id as line, v.public_id as variant
     from shop_order_lines l join shop_orders o on o.id = l.order_id
     join product_variants v on v.product_id = l.product_id and v.size = l.other_options where l.kind = 'unmapped'`,
  )
  const [waiting] = rows
  if (!waiting) throw new Error('no order waits')
  await way.send(`/vendor/orders/${waiting.id}/lines/${waiting.line}/match`, headers, {
    variantId: waiting.variant,
  })
  const isRight = async () => {
    const stock = new Map((await read()).map((one) => [one.attributes[0]?.option, one.stock_quantity]))
    return stock.get('54') === 1 && stock.get('52') === 5
  }
  await way.killAfter('stock of swapped sizes', isRight)
  const shown = (await read()).map(({ id, attributes, stock_quantity }) => [
    id,
    attributes[0]?.option,
    stock_quantity,
  ])
  console.log(`variations before: ${first.id}, ${second.id}; now: ${JSON.stringify(shown)}`)
}

const ADDRESS = {
  first_name: 'Ben',
  last_name: 'Lim',
  address_1: '10 Anson Road',
  city: 'Singapore',
  postcode: '079903',
  country: 'SG',
  phone: '+6591234567',
}
