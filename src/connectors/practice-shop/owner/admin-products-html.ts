import { html } from 'hono/html'
import type { AdminView } from './admin-html.ts'
import type { Html } from '../page-html.ts'
import type { PracticeProduct } from '../products/product-queries.ts'

/** Renders the products of the shop with their owner's actions. */
export function renderProducts({ products, variations }: Pick<AdminView, 'products' | 'variations'>): Html {
  return html`<section aria-labelledby="own-products">
    <h2 id="own-products">Products</h2>
    ${products.map((product) =>
      renderProduct(
        product,
        variations.filter(({ parentId }) => parentId === product.id),
      ),
    )}
    <details>
      <summary>Add a product</summary>
      <form method="post" class="fields">
        ${renderFields('new product', { name: '', price: '45.00', quantity: 5 })}
        <div><button name="action" value="product_add">Add product</button></div>
      </form>
    </details>
  </section>`
}

function renderProduct(product: PracticeProduct, variations: readonly PracticeProduct[]): Html {
  const { id, name, status, regularPrice, quantity, type } = product
  const isInBin = status === 'trash'
  return html`<details>
    <summary>${name}${describeState(product, variations)}</summary>
    ${
      isInBin
        ? html`<form method="post">
            <input type="hidden" name="product" value="${id}" />
            <button name="action" value="product_restore">Put back: ${name}</button>
          </form>`
        : html`<form method="post" class="fields">
              <input type="hidden" name="product" value="${id}" />
              ${renderFields(name, type === 'simple' ? { name, price: regularPrice, quantity } : { name })}
              <div class="row">
                <button name="action" value="product_save">Save</button>
                ${status === 'publish' ? html`<button name="action" value="product_draft">Unpublish</button>` : ''}
                ${status === 'draft' ? html`<button name="action" value="product_restore">Publish</button>` : ''}
                <button name="action" value="product_remove">Remove</button>
              </div>
            </form>
            ${type === 'variable' ? renderVariations(product, variations) : ''}`
    }
  </details>`
}

/** Returns the text beside a product's name: that it is removed or a draft, or its stock. */
function describeState(
  { status, quantity, type }: PracticeProduct,
  variations: readonly PracticeProduct[],
): string {
  if (status === 'trash') return ' · removed'
  const stock = type === 'simple' ? quantity : variations.reduce((sum, { quantity: one }) => sum + one, 0)
  return `${status === 'draft' ? ' · draft' : ''} · ${String(stock)} in stock`
}

function renderVariations(product: PracticeProduct, variations: readonly PracticeProduct[]): Html {
  const option = product.attributes[0]?.name ?? 'Option'
  return html`<ul>
      ${variations.map((variation) => {
        const value = variation.attributes[0]?.option ?? ''
        return html`<li>
          <form method="post" class="variant">
            <input type="hidden" name="product" value="${variation.id}" />
            ${renderFields(`${product.name} ${value}`, {
              name: value,
              price: variation.regularPrice,
              quantity: variation.quantity,
              label: option,
            })}
            <div class="row">
              <button name="action" value="product_save">Save</button>
              <button name="action" value="variant_remove">Remove</button>
            </div>
          </form>
        </li>`
      })}
    </ul>
    <form method="post" class="variant">
      <input type="hidden" name="parent" value="${product.id}" />
      ${renderFields(`new variant of ${product.name}`, {
        name: '',
        price: '150.00',
        quantity: 3,
        label: option,
      })}
      <div class="row"><button name="action" value="variant_add">Add variant</button></div>
    </form>`
}

type Fields = Readonly<{ name: string; price?: string; quantity?: number; label?: string }>

function renderFields(about: string, { name, price, quantity, label = 'Name' }: Fields): Html {
  return html`<label
      >${label}<input name="name" value="${name}" aria-label="${label} of ${about}" maxlength="200"
    /></label>
    ${
      price === undefined
        ? ''
        : html`<label
            >Price<input name="price" value="${price}" aria-label="Price of ${about}" inputmode="decimal"
          /></label>`
    }
    ${
      quantity === undefined
        ? ''
        : html`<label
            >Stock<input type="number" name="quantity" value="${quantity}" aria-label="Stock of ${about}"
          /></label>`
    }`
}
