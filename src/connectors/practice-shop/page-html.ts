import { html } from 'hono/html'
import type { PracticeProduct } from './products/product-queries.ts'
import type { PracticeShop } from './shop-queries.ts'

/** The style sheet of practice shops; served separately, so that no inline style is needed. */
export const STYLE = `
:root { color-scheme: light; font: 16px/1.5 'Instrument Sans', 'Helvetica Neue', Arial, sans-serif; color: #1c1a17; }
* { box-sizing: border-box; }
body { margin: 0; background: #f3f1ec; }
main { max-width: 46rem; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.5rem; margin: 8px 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 1.0625rem; margin: 0 0 12px; }
.tag { display: inline-block; background: #3d2f5c; color: #fff; font-size: .8125rem; padding: 2px 10px; border-radius: 3px; margin: 0; }
.quiet { color: #5d5a54; font-size: .875rem; margin: 0 0 16px; overflow-wrap: anywhere; }
.note { background: #e2efe4; border-radius: 6px; padding: 12px 16px; margin: 16px 0; }
.note p { margin: 0 0 4px; }
section { background: #fff; border: 1px solid #dcd8cf; border-radius: 8px; padding: 16px; margin: 16px 0; }
ul { list-style: none; margin: 0; padding: 0; }
li { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 10px 0; border-top: 1px solid #eeebe4; }
li:first-child { border-top: 0; }
li .name { flex: 1 1 12rem; min-width: 0; overflow-wrap: anywhere; }
img { width: 56px; height: 56px; object-fit: cover; border-radius: 4px; }
.fields { display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); margin: 0 0 16px; }
label { display: block; font-size: .875rem; }
input, select { font: inherit; width: 100%; min-height: 44px; padding: 8px 10px; border: 1px solid #8d897f; border-radius: 4px; background: #fff; color: inherit; }
li input { width: 5rem; }
.variant { display: grid; gap: 8px; grid-template-columns: repeat(3, minmax(0, 1fr)); align-items: end; width: 100%; margin: 0; }
.variant input { width: 100%; }
.variant .row { grid-column: 1 / -1; }
@media (min-width: 40rem) { .variant { grid-template-columns: repeat(3, minmax(0, 1fr)) max-content; } .variant .row { grid-column: auto; } }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; }
button { font: inherit; min-height: 44px; padding: 8px 16px; border: 1px solid #8d897f; border-radius: 4px; background: #fff; color: inherit; cursor: pointer; }
button.main { background: #3d2f5c; border-color: #3d2f5c; color: #fff; }
button:focus-visible, a:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible { outline: 3px solid #7a5cc0; outline-offset: 2px; }
a { color: #3d2f5c; }
details { margin-top: 12px; }
details ul { margin: 0 0 16px; }
summary { cursor: pointer; min-height: 32px; }
`

/** A fragment of a page. */
export type Html = ReturnType<typeof html>

/** The content of the storefront: `placed` is the number of a new order, `isVendors` if a vendor gets its orders. */
export type StorefrontView = Readonly<{
  products: readonly PracticeProduct[]
  placed: string | undefined
  isVendors: boolean
}>

/** Renders the storefront: published products, and a form for ordering them. */
export function renderStorefront(shop: PracticeShop, { products, placed, isVendors }: StorefrontView): Html {
  return renderPage(
    shop.name,
    html`<p class="tag">Practice shop · nothing here is real</p>
      <h1>${shop.name}</h1>
      <p class="quiet">Order as a shopper would. No money moves and nothing is sent.</p>
      ${renderPlaced(placed, isVendors)}
      ${
        products.length === 0
          ? html`<section>
              <h2>No products yet</h2>
              <p class="quiet">Sync products to this shop, and they can be ordered here.</p>
            </section>`
          : html`<form method="post">
              <section aria-labelledby="products">
                <h2 id="products">Products</h2>
                <ul>
                  ${products.map((product) => renderProduct(product, shop))}
                </ul>
              </section>
              ${renderAddress()}
              <div class="row">
                <button class="main" name="action" value="paid">Order and pay</button>
                <button name="action" value="unpaid">Order without paying</button>
              </div>
            </form>`
      }`,
  )
}

function renderPlaced(placed: string | undefined, isVendors: boolean): Html | '' {
  if (placed === undefined) return ''
  return /^\d+$/.test(placed)
    ? html`<div class="note" role="status">
        <p>Order ${placed} is placed.</p>
        ${
          isVendors
            ? html`<p>
                It appears in your dashboard in a few seconds.
                <a href="/dashboard/vendor/orders">See your orders</a>
              </p>`
            : html`<p><a href="/dashboard">Back to your dashboard</a></p>`
        }
      </div>`
    : html`<p class="note" role="status">Nothing was ordered. Enter a quantity for a product first.</p>`
}

function renderProduct(product: PracticeProduct, shop: PracticeShop): Html {
  const { id, regularPrice, salePrice, quantity, images } = product
  const name = getName(product)
  return html`<li>
    ${images[0] ? html`<img src="${images[0].src}" alt="" />` : ''}
    <span class="name"
      >${name}<br /><span class="quiet"
        >${shop.currency} ${salePrice || regularPrice} · ${quantity} in stock</span
      ></span
    >
    <input type="number" name="units-${id}" aria-label="Quantity of ${name}" min="0" max="99" value="0" />
  </li>`
}

function getName({ name, attributes, parentId }: PracticeProduct): string {
  const options = parentId === null ? [] : attributes.flatMap(({ option }) => option ?? [])
  return [name, ...options].join(' · ')
}

const ADDRESS_FIELDS = [
  ['first_name', 'First name', 'Mei'],
  ['last_name', 'Last name', 'Tan'],
  ['address_1', 'Street', '10 Anson Road'],
  ['address_2', 'Unit', '#12-03'],
  ['postcode', 'Postal code', '079903'],
  ['city', 'City', 'Singapore'],
  ['phone', 'Phone', '+65 9123 4567'],
] as const

const COUNTRIES = [
  ['SG', 'Singapore'],
  ['US', 'United States'],
  ['GB', 'United Kingdom'],
  ['DE', 'Germany'],
  ['AU', 'Australia'],
] as const

function renderAddress(): Html {
  return html`<section aria-labelledby="address">
    <h2 id="address">Ship to</h2>
    <div class="fields">
      ${ADDRESS_FIELDS.map(
        ([name, label, value]) =>
          html`<label>${label}<input name="${name}" value="${value}" maxlength="100" /></label>`,
      )}
      <label
        >Country<select name="country">
          ${COUNTRIES.map(([code, label]) => html`<option value="${code}">${label}</option>`)}
        </select></label
      >
    </div>
  </section>`
}

/** The page for an address without a practice shop. */
export const NOT_FOUND_PAGE = renderPage(
  'No such shop',
  html`<h1>No such shop</h1>
    <p class="quiet">There is no practice shop at this address, or what was sent could not be read.</p>`,
)

/** Renders a whole page of a practice shop. */
export function renderPage(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/practice-shop/style.css" />
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`
}
