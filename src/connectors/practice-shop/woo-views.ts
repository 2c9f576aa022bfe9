import { formatDecimal } from '#core/money.ts'
import type { PracticeOrder } from './orders.ts'
import type { PracticeProduct } from './product-queries.ts'

/** A product or a variation as WooCommerce answers it. */
export function toWooProduct(product: PracticeProduct): Record<string, unknown> {
  const { id, parentId, name, type, sku, description, regularPrice, quantity, images, attributes } = product
  return {
    id,
    name,
    parent_id: parentId ?? 0,
    type,
    sku,
    description,
    price: regularPrice,
    regular_price: regularPrice,
    sale_price: '',
    manage_stock: type === 'simple',
    stock_quantity: type === 'simple' ? quantity : null,
    stock_status: type === 'variable' || quantity > 0 ? 'instock' : 'outofstock',
    images,
    attributes: attributes.map((attribute) => ({ id: 0, ...attribute })),
    virtual: false,
    downloadable: false,
    status: product.status,
    catalog_visibility: 'visible',
  }
}

/** An order as WooCommerce answers it. */
export function toWooOrder(order: PracticeOrder, currency: string): Record<string, unknown> {
  const { id, status, address, lines, paidAt, createdAt, modifiedAt } = order
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
    })),
    refunds: lines.some(({ refunded }) => refunded > 0) ? [{ id: 1, reason: '' }] : [],
  }
}

/** What was refunded of an order, as WooCommerce lists it. */
export function toWooRefunds({ lines }: PracticeOrder): object[] {
  const refundedLines = lines.filter(({ refunded }) => refunded > 0)
  if (refundedLines.length === 0) return []
  return [
    {
      id: 1,
      line_items: refundedLines.map(({ id, refunded }) => ({
        quantity: -refunded,
        meta_data: [{ key: '_refunded_item_id', value: String(id) }],
      })),
    },
  ]
}

/** WooCommerce's times are in seconds and say no zone. */
function toWooTime(date: Date): string {
  return date.toISOString().slice(0, 19)
}
