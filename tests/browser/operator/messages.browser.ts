import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'
import { createOwnedSupplier } from '#tests/steps/chat.ts'
import { getToast } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { createShopCall } from '../steps/checkout-steps.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('an operator assigns, annotates and answers a contact message, on a phone and a desktop', async () => {
  await createShopCall(shop.url)('POST /shop/contactUs', {
    body: { name: 'Mei Writer', email: 'mei@writer.example', message: 'Is the ring resizable?' },
  })
  const account = await createSignedInAccount(db, new Date(), { type: 'operator', firstName: 'Ona' })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    type: 'operator',
    options: PHONE,
    path: '/dashboard/operator/messages',
  })
  await page.locator('a:visible', { hasText: 'Mei Writer' }).waitFor()
  await expectSoundOnBoth(page)
  await page.locator('a:visible', { hasText: 'Mei Writer' }).click()
  const thread = page.getByRole('list', { name: 'Messages so far' })
  await thread.getByText('Is the ring resizable?').waitFor()
  await page.getByRole('combobox', { name: 'Assigned to' }).selectOption({ label: `Ona ${account.lastName}` })
  await getToast(page, 'success', 'Assigned.').waitFor()
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await page.getByLabel('Note', { exact: true }).fill('It has a plain band.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await thread.getByText('It has a plain band.').waitFor()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByLabel('Answer to mei@writer.example').fill('Yes, in five days.')
  await expectSoundOnBoth(page)
  await page.keyboard.press('Control+Enter')
  await getToast(page, 'success', 'Answer sent.').waitFor()
  await page.getByText('Done', { exact: true }).waitFor()
  await expectSoundOnBoth(page)

  const { conversationId, store } = await reportConversation()
  await page.goto(`${shop.url}/dashboard/operator/messages`)
  await page.getByRole('link', { name: 'Reported chats (1)' }).click()
  await page.getByRole('link', { name: `${store} reported Mei Tan` }).click()
  await page.getByText('Buy at my own shop').waitFor()
  await page.getByRole('button', { name: 'Remove message 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this message?' })
  await dialog.getByLabel('Reason').fill('No advertising.')
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText(/^Removed on /).waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Close report' }).click()
  await getToast(page, 'success', 'The report is closed.').waitFor()
  const removed = await queryRows(
    db,
    sql`select 1 from chat_messages m join conversations c on c.id = m.conversation_id
      where c.public_id = ${conversationId} and m.removed_at is not null`,
  )
  expect(removed).toHaveLength(1)
  expect(errors).toEqual([])
  await close()
})

/** Reports a buyer's conversation as the store; returns its id and the store's name. */
async function reportConversation(): Promise<{ conversationId: string; store: string }> {
  const { store, owner } = await createOwnedSupplier(db, new Date())
  const buyer = await createSignedInAccount(db, new Date(), { firstName: 'Mei', lastName: 'Tan' })
  const post = async (path: string, { headers }: CreatedAccount, body: object) => {
    const answer = await fetch(shop.url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { conversation: { id: string } }
  }
  const { conversation } = await post('/chat/conversations', buyer, { store: store.publicId })
  const path = `/chat/conversations/${conversation.id}`
  await post(`${path}/messages`, buyer, { clientId: 'first-of-mei', content: 'Buy at my own shop' })
  await post(`${path}/report`, owner, { reason: 'spam' })
  return { conversationId: conversation.id, store: store.name }
}
