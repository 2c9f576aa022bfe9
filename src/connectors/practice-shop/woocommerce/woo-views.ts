import { formatDecimal } from '#core/money.ts'
import type { PracticeFulfillment } from '../fulfillments.ts'
import type { PracticeOrder } from '../orders.ts'
import type { PracticeProduct } from '../products/product-queries.ts'
import { toCategoryId } from './woo-categories-api.ts'

/** Converts a product or a variation to WooCommerce's form, with the ids of its variations. */
export function toWooProduct(
  product: PracticeProduct,
  variations: readonly number[] = [],
): Record<string, unknown> {
  const { id, parentId, name, type, sku, regularPrice, salePrice, quantity, managesStock, dimensions } =
    product
  const counts = managesStock && type === 'simple'
  return {
    id,
    name,
    parent_id: parentId ?? 0,
    type: parentId === null ? type : 'variation',
    sku,
    description: product.description,
    short_description: product.shortDescription,
    price: salePrice || regularPrice,
    regular_price: regularPrice,
    sale_price: salePrice,
    manage_stock: counts,
    stock_quantity: counts ? quantity : null,
    stock_status: !counts || quantity > 0 ? 'instock' : 'outofstock',
    weight: product.weight,
    dimensions: { length: '', width: '', height: '', ...dimensions },
    categories: product.categories.map((category) => ({ id: toCategoryId(category), name: category })),
    tags: product.tags.map((tag, place) => ({ id: place + 1, name: tag })),
    images: parentId === null ? product.images : [],
    image: parentId === null ? undefined : (product.images[0] ?? null),
    attributes: product.attributes.map((attribute) => ({ id: 0, ...attribute })),
    variations,
    meta_data: product.meta,
    menu_order: 0,
    virtual: false,
    downloadable: false,
    status: product.status,
    catalog_visibility: 'visible',
    date_modified_gmt: toWooTime(product.modifiedAt),
  }
}

/** Converts an order to WooCommerce's form. */
export function toWooOrder(order: PracticeOrder, currency: string): Record<string, unknown> {
  const { id, status, address, lines, paidAt, createdAt, modifiedAt, refundedAmount } = order
  const total = lines.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0)
  return {
    id,
    number: String(id),
    status,
    currency,
    date_created_gmt: toWooTime(createdAt),
    date_modified_gmt: toWooTime(modifiedAt),
    date_paid_gmt: paidAt && toWooTime(paidAt),
    total: formatDecimal(total, currency),
    billing: { ...address, company: '', email: 'shopper@practice.example' },
    shipping: { ...address, company: '' },
    line_items: lines.map((line) => ({
      id: line.id,
      name: line.name,
      product_id: line.productId,
      variation_id: line.variationId,
      quantity: line.quantity,
      sku: line.sku,
      total: formatDecimal(line.quantity * line.unitAmount, currency),
      meta_data: (line.attributes ?? []).map(({ name, option }, place) => ({
        id: place + 1,
        key: name.toLowerCase(),
        value: option,
        display_key: name,
        display_value: option,
      })),
    })),
    refunds: [
      ...(lines.some(({ refunded }) => refunded > 0) ? [{ id: 1, reason: '' }] : []),
      ...(refundedAmount > 0 ? [{ id: 2, reason: '' }] : []),
    ],
  }
}

/** Returns the refunds of an order as WooCommerce lists them. */
export function toWooRefunds({ lines, refundedAmount }: PracticeOrder, currency: string): object[] {
  const refundedLines = lines.filter(({ refunded }) => refunded > 0)
  const sum = refundedLines.reduce((total, { refunded, unitAmount }) => total + refunded * unitAmount, 0)
  const ofUnits = {
    id: 1,
    amount: formatDecimal(sum, currency),
    line_items: refundedLines.map(({ id, refunded, unitAmount }) => ({
      quantity: -refunded,
      total: formatDecimal(-refunded * unitAmount, currency),
      meta_data: [{ key: '_refunded_item_id', value: String(id) }],
    })),
  }
  const ofAmount = { id: 2, amount: formatDecimal(refundedAmount, currency), line_items: [] }
  return [...(refundedLines.length > 0 ? [ofUnits] : []), ...(refundedAmount > 0 ? [ofAmount] : [])]
}

/** Returns a parcel of an order as a WooCommerce fulfillment. */
export function toWooFulfillment({ id, meta }: PracticeFulfillment, orderId: number): object {
  return {
    id,
    entity_type: 'WC_Order',
    entity_id: String(orderId),
    status: 'fulfilled',
    is_fulfilled: true,
    meta_data: meta.map((one, place) => ({ id: place + 1, ...one })),
  }
}

/** Returns the notes to the customer of an order in WooCommerce's form, newest first. */
export function toWooNotes({ notes }: PracticeOrder): object[] {
  return notes.map(({ id, text }) => ({ id, note: text, customer_note: true })).toReversed()
}

/** Formats a time as WooCommerce does: to the second, without a time zone. */
function toWooTime(date: Date): string {
  return date.toISOString().slice(0, 19)
}
