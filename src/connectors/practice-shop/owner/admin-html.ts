import { html } from 'hono/html'
import { formatMoney } from '#core/money.ts'
import type { PracticeFulfillment } from '../fulfillments.ts'
import { renderProducts } from './admin-products-html.ts'
import type { OrderLine, PracticeOrder } from '../orders.ts'
import { type Html, renderPage } from '../page-html.ts'
import type { PracticeProduct } from '../products/product-queries.ts'
import type { PracticeShop } from '../shop-queries.ts'

const DELIVERY_LABELS = {
  normal: 'Arrive immediately',
  lost: 'Are lost',
  doubled: 'Arrive twice',
  late: 'Arrive 12 minutes late',
} as const

const ANSWER_LABELS = {
  normal: 'Work',
  slow: 'Time out after 20 seconds',
  failing: 'Fail with an internal error (500)',
  busy: 'Are refused with too many requests (429)',
  lost: 'Succeed, but the response is lost',
  locked: 'Are refused: the key was revoked',
} as const

const FULFILLMENT_LABELS = { yes: 'Has fulfillments', no: 'Is older: notes to customers only' } as const

/** The content of the owner's page. */
export type AdminView = Readonly<{
  orders: readonly PracticeOrder[]
  fulfillments: readonly PracticeFulfillment[]
  products: readonly PracticeProduct[]
  variations: readonly PracticeProduct[]
  done: string | undefined
}>

/**
 * Renders the owner's page of a practice shop. It has the settings of webhooks and of API responses, and lists
 * products and orders with their actions.
 */
export function renderAdmin(shop: PracticeShop, view: AdminView): Html {
  const { orders, fulfillments, done } = view
  const platform = shop.platform === 'shopify' ? 'Shopify' : 'WooCommerce'
  return renderPage(
    `Run ${shop.name}`,
    html`<p class="tag">Practice shop · for its owner</p>
      <h1>${shop.name}</h1>
      <p class="quiet">
        A ${platform} store for trying things out: what happens here is told to the marketplace as a real
        store does.
        <a href="/practice-shop/${shop.publicId}">Open the storefront and order something</a> ·
        <a href="/dashboard">Back to your dashboard</a>
      </p>
      ${done === undefined ? '' : renderDone(done)}
      <section aria-labelledby="behaviour">
        <h2 id="behaviour">How this store behaves</h2>
        <p class="quiet">
          Choose a fault and save to see how your dashboard copes. It stays until you choose again.
        </p>
        <form method="post" class="row">
          ${renderSelect('Webhooks', { name: 'delivery', labels: DELIVERY_LABELS, value: shop.delivery })}
          ${renderSelect('Calls of the API', { name: 'answers', labels: ANSWER_LABELS, value: shop.answers })}
          ${
            shop.platform === 'woocommerce'
              ? renderSelect('Its WooCommerce', {
                  name: 'fulfillments',
                  labels: FULFILLMENT_LABELS,
                  value: shop.hasFulfillments ? 'yes' : 'no',
                })
              : ''
          }
          <button>Save</button>
        </form>
      </section>
      ${renderProducts(view)}
      ${
        orders.length === 0
          ? html`<section>
              <h2>No orders yet</h2>
              <p class="quiet">
                Orders that are placed in the storefront appear here, to be paid, changed or refunded.
              </p>
            </section>`
          : ''
      }
      ${orders.map((order) =>
        renderOrder(order, {
          shop,
          parcels: fulfillments.filter(({ orderId }) => orderId === order.id),
        }),
      )}`,
  )
}

function renderSelect(
  label: string,
  {
    name,
    labels,
    value,
  }: Readonly<{ name: string; labels: Readonly<Record<string, string>>; value: string }>,
): Html {
  return html`<label
    >${label}<select name="${name}">
      ${Object.entries(labels).map(
        ([option, text]) =>
          html`<option value="${option}" ${option === value ? 'selected' : ''}>${text}</option>`,
      )}
    </select></label
  >`
}

function renderDone(done: string): Html {
  const isNothing = done === 'nothing'
  return html`<p class="note" role="status">
    ${isNothing ? 'Nothing was changed. This is no longer possible.' : 'Saved.'}
  </p>`
}

function renderOrder(
  order: PracticeOrder,
  { shop, parcels }: Readonly<{ shop: PracticeShop; parcels: readonly PracticeFulfillment[] }>,
): Html {
  const { id, status, lines, address } = order
  const total = lines.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0)
  const isOpen = status === 'pending' || status === 'processing'
  const isPaid = status === 'processing' || status === 'completed'
  return html`<section aria-label="Order ${id}">
    <h2>Order ${id} · ${status}</h2>
    <p class="quiet">
      ${formatMoney(total, shop.currency)} · ${address.first_name} ${address.last_name}, ${address.address_1},
      ${address.city} ${address.country}
    </p>
    <ul>
      ${lines.map((line) => html`<li><span class="name">${line.name}</span> ${describeUnits(line)}</li>`)}
      ${parcels.map((parcel) => renderParcel(parcel, order))}
      ${order.notes.map(({ text }) => html`<li><span class="name">Note to the customer: ${text}</span></li>`)}
    </ul>
    <form method="post">
      <input type="hidden" name="order" value="${id}" />
      <div class="row">
        ${status === 'pending' ? html`<button name="action" value="pay">Pay</button>` : ''}
        ${isOpen || isPaid ? html`<button name="action" value="cancel">Cancel</button>` : ''}
        ${
          isPaid
            ? html`<button name="action" value="refund_one">Refund one item</button>
                <button name="action" value="refund">Refund all</button>
                <label
                  >Amount<input name="amount" inputmode="decimal" maxlength="10" placeholder="5.00"
                /></label>
                <button name="action" value="refund_amount">Refund amount</button>`
            : ''
        }
      </div>
      ${isOpen ? renderEdit(order) : ''}
    </form>
  </section>`
}

/** Renders a parcel with its tracking link. */
function renderParcel({ lines, tracking }: PracticeFulfillment, order: PracticeOrder): Html {
  const items = lines.map(({ line, quantity }) => {
    const name = order.lines.find(({ id }) => id === line)?.name ?? 'item'
    return `${quantity} × ${name}`
  })
  return html`<li>
    <span class="name">Shipped: ${items.join(', ')}</span>
    ${tracking.map(({ company, number, url }) => {
      const text = [company, number].filter(Boolean).join(' ')
      return url ? html`<a href="${url}" rel="noopener noreferrer">${text}</a>` : html`<span>${text}</span>`
    })}
  </li>`
}

function describeUnits({ quantity, refunded }: OrderLine): string {
  return refunded > 0 ? `${quantity} ordered, ${refunded} refunded` : `${quantity} ordered`
}

function renderEdit({ lines, address }: PracticeOrder): Html {
  return html`<details>
    <summary>Edit</summary>
    <div class="fields">
      <label>Street<input name="address_1" value="${address.address_1}" maxlength="200" /></label>
      ${lines.map(
        (line) =>
          html`<label
            >Quantity of ${line.name}<input
              type="number"
              name="line-${line.id}"
              min="${line.refunded}"
              max="99"
              value="${line.quantity}"
          /></label>`,
      )}
    </div>
    <button name="action" value="edit">Save changes</button>
  </details>`
}
