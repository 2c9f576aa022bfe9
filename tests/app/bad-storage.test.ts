import { expect, test } from 'vitest'
import { createCartItem, createCheckoutForm, createStorage } from '#tests/data/checkout-data.ts'
import { parseDeliveryCountry } from '#web/shared/address/delivery-country.ts'
import { CART_KEY, createCartStore } from '#web/shared/cart/cart-store.ts'
import { isOrderNumber } from '#web/shared/cart/order-memory.ts'
import { emptyCheckoutForm } from '#web/storefront/checkout/form/checkout-form.ts'
import { CHECKOUT_DRAFT_KEY, readCheckoutDraft } from '#web/storefront/checkout/form/form-draft.ts'
import {
  ATTEMPT_KEY,
  findOrCreateAttempt,
  findSavedOrder,
} from '#web/storefront/checkout/order/order-attempt.ts'
import { toOrderBody } from '#web/storefront/checkout/order/order-body.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const LONG = 'x'.repeat(300_000)

/** Values under the shop's storage keys; `tests/browser/robustness` opens the pages with the worst of them. */
const VALUES = [
  '{"broken',
  '',
  'null',
  '42',
  '"text"',
  '[]',
  '{}',
  '[null,7,"x",{},[[]],{"id":{}}]',
  '{"code":{},"name":[],"country":7,"email":{},"body":null,"idempotencyKey":[],"contentHash":""}',
  JSON.stringify({ code: 'PT', name: LONG, email: LONG, id: LONG, body: { long: LONG } }),
]

test.each(VALUES.map((value) => [value.slice(0, 40), value] as const))(
  'treats the stored value %s as no cart, country, order or draft, and still sends an order',
  (_, value) => {
    const storage = createStorage()
    for (const key of [CART_KEY, CHECKOUT_DRAFT_KEY, ATTEMPT_KEY]) storage.setItem(key, value)
    expect(createCartStore(() => storage).items()).toEqual([])
    expect(parseDeliveryCountry(value)).toBeUndefined()
    expect(isOrderNumber(value)).toBe(false)
    expect(readCheckoutDraft(storage, 'SG')).toEqual(emptyCheckoutForm('SG'))
    const body = toOrderBody(createCheckoutForm(), { items: [createCartItem()], rate: undefined }, NOW)
    expect(findSavedOrder(storage, body, NOW)).toBeUndefined()
    const attempt = findOrCreateAttempt(storage, body, NOW)
    expect(attempt).toMatchObject({ body, idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/) })
  },
)
