import type { Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { parseCents } from '#core/money.ts'
import { changeOrder, type OrderChange, type PracticeOrder } from '../orders.ts'
import { findProduct, listProducts, type PracticeAttribute } from '../products/product-queries.ts'
import { createProduct, deleteProduct, ProductChange, updateProduct } from '../products/product-writes.ts'
import {
  ANSWERS,
  DELIVERIES,
  lockShop,
  type PracticeShop,
  setAnswers,
  setDelivery,
  setFulfillments,
} from '../shop-queries.ts'
import { orderWebhooks, type PracticeTopic } from '../webhooks/webhooks.ts'

/** The shop and the time of an owner's action. */
export type OwnerContext = Readonly<{ shop: PracticeShop; enqueue: Enqueue; now: Date }>

type Form = Readonly<Record<string, string>>

/**
 * Performs the requested action of a shop's owner and returns its result for the page. It is `nothing` when the
 * action failed, undefined when none was requested.
 */
export async function runOwnerAction(
  tx: Transaction,
  form: Form,
  context: OwnerContext,
): Promise<string | undefined> {
  const delivery = DELIVERIES.find((one) => one === form['delivery'])
  const answers = ANSWERS.find((one) => one === form['answers'])
  const { shop } = context
  if (delivery) await setDelivery(tx, shop.id, delivery)
  if (answers) await setAnswers(tx, shop.id, answers)
  const fulfillments = form['fulfillments']
  if (fulfillments) await setFulfillments(tx, shop.id, fulfillments === 'yes')
  if (delivery ?? answers ?? fulfillments) return 'saved'
  const change = readOrderChange(form)
  if (change) return runOrderAction(tx, { form, change }, context)
  const run = PRODUCT_ACTIONS[form['action'] ?? '']
  if (!run) return undefined
  await lockShop(tx, shop.id)
  return (await run(tx, form, context)) ? 'saved' : 'nothing'
}

async function runOrderAction(
  tx: Transaction,
  { form, change }: Readonly<{ form: Form; change: OrderChange }>,
  { shop, enqueue, now }: OwnerContext,
): Promise<string> {
  const order = await changeOrder(tx, shop, { orderId: Number(form['order']), change, now })
  if (!order) return 'nothing'
  await sendOrderWebhooks(tx, enqueue, { shop, order, topic: 'order.updated', now })
  return change.kind
}

/** Sends the webhooks of an order, and of the stock that it reduced if it is paid. */
export async function sendOrderWebhooks(
  tx: Transaction,
  enqueue: Enqueue,
  event: Readonly<{ shop: PracticeShop; order: PracticeOrder; topic: PracticeTopic; now: Date }>,
): Promise<void> {
  const { shop, order, topic, now } = event
  await orderWebhooks(tx, enqueue, { shop, event: { topic, orderId: order.id, now } })
  if (order.paidAt?.getTime() !== now.getTime()) return
  for (const { variationId, productId } of order.lines)
    await orderWebhooks(tx, enqueue, {
      shop,
      event: { topic: 'stock.updated', productId: variationId || productId, now },
    })
}

function readOrderChange(form: Form): OrderChange | undefined {
  const kind = form['action']
  if (kind === 'pay' || kind === 'cancel' || kind === 'refund' || kind === 'refund_one') return { kind }
  if (kind === 'refund_amount') {
    const amount = parseCents((form['amount'] ?? '').trim()) ?? 0
    return amount > 0 ? { kind, amount } : undefined
  }
  if (kind !== 'edit') return undefined
  return { kind, street: (form['address_1'] ?? '').slice(0, 200), quantities: readUnits(form, 'line-') }
}

/** Parses whole numbers up to 99, keyed by the IDs in the names of their fields. */
export function readUnits(form: Form, prefix: string): ReadonlyMap<number, number> {
  return new Map(
    Object.entries(form).flatMap(([name, text]) => {
      const [id, units] = [Number(name.slice(prefix.length)), Number(text)]
      const isUnits = name.startsWith(prefix) && Number.isSafeInteger(id) && Number.isInteger(units)
      return isUnits && units >= 0 && units <= 99 ? [[id, units] as const] : []
    }),
  )
}

type ProductAction = (tx: Transaction, form: Form, context: OwnerContext) => Promise<boolean>

/** The owner's actions on products and variations; they return false when they are impossible. */
const PRODUCT_ACTIONS: Readonly<Record<string, ProductAction>> = {
  product_add: addProduct,
  variant_add: addVariant,
  product_save: saveProduct,
  product_remove: (tx, form, context) => setStatus(tx, form, { ...context, status: 'trash' }),
  product_restore: (tx, form, context) => setStatus(tx, form, { ...context, status: 'publish' }),
  product_draft: (tx, form, context) => setStatus(tx, form, { ...context, status: 'draft' }),
  async variant_remove(tx, form, context) {
    const variant = await findProduct(tx, context.shop.id, Number(form['product']))
    if (!variant || variant.parentId === null) return false
    await deleteProduct(tx, { shopId: context.shop.id, now: context.now }, variant.id)
    await tell(tx, context, { topic: 'product.updated', productId: variant.parentId })
    return true
  },
}

function readChange(form: Form): ProductChange | undefined {
  const quantity = form['quantity']
  const parsed = ProductChange.safeParse({
    ...(form['name'] === undefined ? {} : { name: form['name'].trim() }),
    ...(form['price'] === undefined ? {} : { regularPrice: form['price'].trim() }),
    ...(quantity === undefined || quantity.trim() === '' ? {} : { quantity: Number(quantity) }),
  })
  return parsed.success ? parsed.data : undefined
}

async function addProduct(tx: Transaction, form: Form, context: OwnerContext): Promise<boolean> {
  const { shop, now } = context
  const change = readChange(form)
  if (!change?.name) return false
  const made = await createProduct(
    tx,
    { shopId: shop.id, now },
    { ...change, sku: await nextSku(tx, context) },
  )
  if (!('product' in made)) return false
  await tell(tx, context, { topic: 'product.created', productId: made.product.id })
  return true
}

/** Adds a variation with another value of its product's first option. */
async function addVariant(tx: Transaction, form: Form, context: OwnerContext): Promise<boolean> {
  const { shop, now } = context
  const { name: value, ...change } = readChange(form) ?? {}
  const parent = await findProduct(tx, shop.id, Number(form['parent']))
  const [option, ...others] = parent?.attributes ?? []
  if (!parent || !option || !value) return false
  const made = await createProduct(
    tx,
    { shopId: shop.id, parentId: parent.id, now },
    { ...change, sku: await nextSku(tx, context), attributes: [{ name: option.name, option: value }] },
  )
  if (!('product' in made)) return false
  const options = [...(option.options ?? []), value]
  const attributes = toInputs([{ ...option, options }, ...others])
  await updateProduct(tx, { shopId: shop.id, now }, { id: parent.id, attributes })
  await tell(tx, context, { topic: 'product.updated', productId: parent.id })
  return true
}

async function nextSku(tx: Transaction, { shop, now }: OwnerContext): Promise<string> {
  const { total } = await listProducts(tx, shop.id, { withBin: true, limit: 1, offset: 0 })
  return `PRACTICE-${total + 1}-${now.getTime().toString(36)}`
}

function toInputs(attributes: readonly PracticeAttribute[]): ProductChange['attributes'] {
  return attributes.map(({ options, ...attribute }) => ({ ...attribute, options: options && [...options] }))
}

/** Saves name, price and stock; the name of a variation is the value of its first option. */
async function saveProduct(tx: Transaction, form: Form, context: OwnerContext): Promise<boolean> {
  const { shop, now } = context
  const product = await findProduct(tx, shop.id, Number(form['product']))
  const change = readChange(form)
  if (!product || !change) return false
  const { name, ...rest } = change
  const [first, ...others] = product.attributes
  const renamed =
    product.parentId === null
      ? { name }
      : { attributes: first && toInputs([{ ...first, option: name ?? first.option }, ...others]) }
  const written = await updateProduct(tx, { shopId: shop.id, now }, { ...rest, ...renamed, id: product.id })
  if (!('product' in written)) return false
  await tell(tx, context, { topic: 'product.updated', productId: product.id })
  if (written.product.quantity !== product.quantity)
    await tell(tx, context, { topic: 'stock.updated', productId: product.id })
  return true
}

async function setStatus(
  tx: Transaction,
  form: Form,
  { status, ...context }: OwnerContext & Readonly<{ status: 'publish' | 'draft' | 'trash' }>,
): Promise<boolean> {
  const product = await findProduct(tx, context.shop.id, Number(form['product']))
  if (!product || product.parentId !== null) return false
  const written = await updateProduct(
    tx,
    { shopId: context.shop.id, now: context.now },
    { id: product.id, status },
  )
  if (!('product' in written)) return false
  const topic =
    status === 'trash'
      ? 'product.deleted'
      : product.status === 'trash'
        ? 'product.restored'
        : 'product.updated'
  await tell(tx, context, { topic, productId: product.id })
  return true
}

function tell(
  tx: Transaction,
  { shop, enqueue, now }: OwnerContext,
  { topic, productId }: Readonly<{ topic: PracticeTopic; productId: number }>,
): Promise<void> {
  // WooCommerce sends one webhook for a change of stock, about the product.
  if (topic === 'stock.updated' && shop.platform === 'woocommerce') return Promise.resolve()
  return orderWebhooks(tx, enqueue, { shop, event: { topic, productId, now } })
}
