import { formatDecimal } from '#core/money.ts'
import type { PracticeOrder } from '../orders.ts'
import type { PracticeProduct } from '../products/product-queries.ts'

/** Returns an order as a Shopify webhook, in the format of the REST API, with numeric ids. */
export function toOrderWebhook(order: PracticeOrder, currency: string): object {
  const { id, status, address, lines, createdAt, modifiedAt } = order
  const total = lines.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0)
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: `#${id}`,
    created_at: createdAt.toISOString(),
    updated_at: modifiedAt.toISOString(),
    cancelled_at: status === 'cancelled' ? modifiedAt.toISOString() : null,
    currency,
    financial_status: status === 'pending' ? 'pending' : status === 'refunded' ? 'refunded' : 'paid',
    total_price: formatDecimal(total, currency),
    shipping_address: { first_name: address.first_name, city: address.city, country_code: address.country },
    line_items: lines.map((line) => ({
      id: line.id,
      product_id: line.productId,
      variant_id: line.variationId || line.productId,
      sku: line.sku,
      quantity: line.quantity,
    })),
  }
}

/** Returns a product as a Shopify webhook; a change of a variation is reported as one of its product. */
export function toProductWebhook({ id, parentId, name, modifiedAt }: PracticeProduct): object {
  const productId = parentId ?? id
  return {
    id: productId,
    admin_graphql_api_id: `gid://shopify/Product/${productId}`,
    title: name,
    updated_at: modifiedAt.toISOString(),
  }
}

/** Returns a stock level as a Shopify webhook; null when stock is not tracked. */
export function toStockWebhook({ id, quantity, managesStock, modifiedAt }: PracticeProduct): object {
  return {
    inventory_item_id: id,
    location_id: 1,
    available: managesStock ? quantity : null,
    updated_at: modifiedAt.toISOString(),
    admin_graphql_api_id: `gid://shopify/InventoryLevel/${id}?inventory_item_id=${id}`,
  }
}
