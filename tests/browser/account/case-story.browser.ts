import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { browserShop } from '../steps/browser-shop.ts'
import { callOf, eventually, hasFocus, tabTo } from '../steps/checkout-steps.ts'
import { DESK, expectSound, PHONE } from '../steps/chromium.ts'
import { sentOrder } from '../steps/order-steps.ts'
import { openedPage, toastOf } from '../shop/storefront.ts'

const { shop, db, browser } = await browserShop()
const COMPLAINT = { kind: 'damaged', reason: 'broken', text: 'The clasp is broken off.' } as const

/** An order whose guest has opened a case about it. */
async function complaintAt(supplier: string) {
  const order = await sentOrder({ shopUrl: shop.url, db }, supplier)
  const call = callOf(shop.url)
  const about = { params: { purchase: order.id, id: order.part }, body: { ...COMPLAINT, lines: [] } }
  const { case: found } = await call('POST /orders/{purchase}/parts/{id}/cases', about)
  const params = { purchase: order.id, id: found.id }
  return {
    order,
    found,
    say: (text: string) =>
      call('POST /orders/{purchase}/cases/{id}/act', {
        params,
        body: { action: 'message', text, pictures: [] },
      }),
  }
}

/** Fills in and sends the open form at a part, as damaged, with a reason. */
async function complainAgain(part: Locator, reason: string): Promise<void> {
  await part.getByRole('radio', { name: 'It came damaged' }).check()
  await part.getByLabel('The reason').selectOption(reason)
  await part.getByLabel('What happened?').fill('Look at it again, please: it is not whole.')
  await part.getByRole('button', { name: 'Open the case' }).click()
}

test('of a long case the newest words are shown, and the earlier ones by the keyboard', async () => {
  const { order, found, say } = await complaintAt('Harbour Setting')
  for (let count = 1; count <= 42; count += 1) await say(`Message number ${count}.`)
  const { page, errors, close } = await openedPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}#case-${found.id}`,
    options: PHONE,
  })
  const story = page.getByRole('article', { name: 'Your case. Damaged: it is broken' })
  await story.getByText('Message number 42.').waitFor()
  expect(await story.getByText('Message number 22.').count()).toBe(0)
  await story.getByText('23 before these').waitFor()
  await expectSound(page)
  await tabTo(page, story.getByRole('button', { name: 'Show earlier' }))
  await page.keyboard.press('Enter')
  await story.getByText('Message number 3.', { exact: true }).waitFor()
  await eventually(() => hasFocus(story.getByRole('listitem').first().getByText('You wrote'))).toBe(true)
  await say('And one more.')
  await story.getByLabel('Write to Harbour Setting').fill('From the page.')
  await story.getByRole('button', { name: 'Send message' }).click()
  await story.getByText('From the page.').waitFor()
  await story.getByRole('button', { name: 'Show earlier' }).click()
  await story.getByText(/^You opened the case/).waitFor()
  // Nothing is lost or doubled in between, and nothing is before the beginning.
  expect(await story.getByRole('listitem').count()).toBe(45)
  expect(await story.getByRole('button', { name: 'Show earlier' }).count()).toBe(0)
  await expectSound(page)
  expect(errors).toEqual([])
  await close()
})

test('what was settled is not opened again, and what else is waits for the marketplace', async () => {
  const { order, found } = await complaintAt('Hockley Bench')
  const ruling = { action: 'rule', amount: 0, text: 'The pictures show it whole.' }
  await order.operatorAt(`/cases/${found.id}/act`, ruling)
  const { page, close } = await openedPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: DESK,
  })
  const part = page.getByRole('region', { name: 'Hockley Bench', exact: true })
  await part.getByRole('button', { name: /^Something is wrong with these pieces/ }).click()
  await complainAgain(part, 'It is broken')
  await part.getByText('There was a case about these pieces before: what it has settled stays so.').waitFor()
  await part.getByText(/^This was settled before\. If it is about something else/).waitFor()
  await expectSound(page)
  await complainAgain(part, 'It is scratched')
  await toastOf(
    page,
    'success',
    'Your case is open. As there was a case about this order before, the marketplace looks at it and decides.',
  ).waitFor()
  const story = part.getByRole('article', { name: 'Your case. Damaged: it is scratched' })
  await story
    .getByText(/We look at it and decide\. If there is no decision by .*, what was settled before stays/)
    .waitFor()
  // Without the toast, which lies over a link for a while.
  await page.reload()
  await story.waitFor()
  await expectSound(page)
  await close()
})
