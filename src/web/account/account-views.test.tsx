import { expect, test } from 'vitest'
import type { OrderInListData } from '#features/sales/checkout/contract.ts'
import { createSavedAddress } from '#tests/data/account-data.ts'
import { renderHtml, findTags } from '#tests/data/rendered.tsx'
import { AddressCard } from './addresses/address-card.tsx'
import { OrderList } from './orders/orders-section.tsx'
import { LatestOrders } from './overview/overview.tsx'
import { Reviews } from './reviews/reviews-section.tsx'
import { AccountColumns } from './shell/account-frame.tsx'

const ORDER: OrderInListData = {
  id: 'pur_1',
  number: 'C-ZT95H-EZQST',
  status: 'paid',
  shippingMethod: 'ship',
  placedAt: '2026-03-10T12:00:00.000Z',
  totalAmount: 129,
  units: 2,
  pictures: [],
  supplierOrders: [],
}
test('headings go down one level at a time in the list of orders and on the overview', () => {
  const levels = (html: string) => html.match(/<h\d/g)
  expect(levels(renderHtml(<OrderList orders={[ORDER]} page={1} pages={1} total={1} />))).toEqual(['<h2'])
  expect(levels(renderHtml(<LatestOrders orders={[ORDER]} total={1} />))).toEqual(['<h2', '<h3'])
})

test('an accessible button name includes its visible text (WCAG 2.5.3)', () => {
  const due = [{ product: { id: 'prd_1', name: 'Halo ring', image: null }, boughtAt: ORDER.placedAt }]
  const ownReviews = { getReview: [], page: 1, pages: 0, total: 0 }
  const nothing = (): void => undefined
  const html =
    renderHtml(<Reviews due={{ due, total: 1 }} own={ownReviews} onChange={nothing} />) +
    renderHtml(
      <AddressCard address={createSavedAddress({ isDefault: false })} onEdit={nothing} onChange={nothing} />,
    )
  const named = [...html.matchAll(/<(?:a|button)[^>]* aria-label="([^"]*)"[^>]*>([^<]*)</g)]
  expect(named).toHaveLength(4)
  for (const [, name = '', shown = ''] of named) expect(name.toLowerCase()).toContain(shown.toLowerCase())
})

test('the account menu links to the messages', () => {
  const links = findTags(renderHtml(<AccountColumns current="/dashboard">Here</AccountColumns>), 'a')
  expect(links.some((link) => link.includes('href="/chat"'))).toBe(true)
})
