import sharp from 'sharp'
import { expect, test } from 'vitest'
import { HOUR } from '#core/time.ts'
import { createLog } from '#platform/log.ts'
import {
  getField,
  createOwnedSupplier,
  startConversation,
  postMessage,
  createConversation,
} from '#tests/steps/chat.ts'
import type { CreatedAccount } from '#tests/shop/accounts.ts'
import { type ApiResponse, SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import type { ChatPictureData } from '../contract.ts'
import { createCleanUpChatJob } from '../jobs.ts'
import { eraseConversations, exportConversations } from '../service.ts'

const shop = await createTestShop()
const { db, now } = shop

async function upload(
  id: string,
  { headers }: CreatedAccount,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ApiResponse> {
  const response = await shop.app.http.request(`${SHOP_URL}/chat/conversations/${id}/pictures`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/png' },
    body: bytes,
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text), headers: response.headers }
}

async function photo(width = 2000, height = 1000): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width, height, channels: 3, background: '#a08040' } })
  const exif = { IFD0: { Copyright: 'Mei, 12 Orchard Road' } }
  return Uint8Array.from(await image.withExif(exif).jpeg().toBuffer())
}

const fetchPath = (path: string) => shop.app.http.request(SHOP_URL + path)

test('a picture is sent in two widths, re-encoded without metadata', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  const original = await photo()
  expect(Buffer.from(original).toString('latin1')).toContain('Orchard Road')
  const uploadAnswer = await upload(id, shopper, original)
  const picture = getField<ChatPictureData>(uploadAnswer, 'picture')
  expect(picture).toMatchObject({ width: 2000, height: 1000 })
  const sent = await postMessage(shop, { id, from: shopper, more: { pictures: [picture.id] } }, '')
  expect(sent.status).toBe(200)
  const readAnswer = await shop.get(`/chat/conversations/${id}`, owner.headers)
  expect(getField(readAnswer, 'conversation')).toMatchObject({
    lastMessage: 'Picture',
    messages: [{ pictures: [picture] }],
  })

  for (const [path, width] of [
    [picture.url, 1600],
    [picture.smallUrl, 480],
  ] as const) {
    const answer = await fetchPath(path)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('cache-control')).toContain('private')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const { format, width: wide, exif } = await sharp(bytes).metadata()
    expect({ format, wide, exif }).toEqual({ format: 'webp', wide: width, exif: undefined })
  }
  // 128 random bits: picture addresses cannot be guessed.
  expect(picture.id).toMatch(/^cpi_[0-9a-f]{32}$/)
  expect((await fetchPath(`/chat/pictures/cpi_${'0'.repeat(32)}/480`)).status).toBe(404)
  expect((await fetchPath(`/chat/pictures/${picture.id}/481`)).status).toBe(400)
  expect((await fetchPath('/chat/pictures/..%2F..%2Fsecret/480')).status).toBe(404)
})

test('refuses files that are not pictures, or too large in bytes or pixels', async () => {
  const { shopper, id } = await createConversation(shop)
  const refusal = async (bytes: Uint8Array<ArrayBuffer>) => {
    const answer = await upload(id, shopper, bytes)
    return [answer.status, getField(answer, 'code')]
  }
  const text = (content: string) => Uint8Array.from(Buffer.from(content))
  expect(await refusal(new Uint8Array())).toEqual([400, 'not_a_picture'])
  expect(await refusal(text('<html><script>alert(1)</script>'))).toEqual([400, 'not_a_picture'])
  expect(await refusal(text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))).toEqual([
    400,
    'not_a_picture',
  ])
  expect(await refusal((await photo()).slice(0, 700))).toEqual([400, 'not_a_picture'])
  expect(await refusal(new Uint8Array(10_000_001))).toEqual([413, 'body_too_large'])
  const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  expect(bomb.length).toBeLessThan(2_000_000)
  expect(await refusal(Uint8Array.from(bomb))).toEqual([400, 'not_a_picture'])
})

test('a picture can be sent once, by its uploader, in its conversation', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  const another = await createOwnedSupplier(db, now(), 'Another store')
  const elsewhere = await startConversation(shop, shopper, { store: another.store.publicId })
  const picture = getField<ChatPictureData>(await upload(id, shopper, await photo(40, 40)), 'picture')
  const more = { pictures: [picture.id] }
  const refused = [
    await postMessage(shop, { id, from: owner, more }, 'Mine?'),
    await postMessage(shop, { id: elsewhere, from: shopper, more }, 'Here?'),
    await postMessage(shop, { id, from: shopper, more: { pictures: [picture.id, picture.id] } }, 'Twice?'),
  ]
  expect(refused.map((answer) => [answer.status, getField(answer, 'code')])).toEqual(
    refused.map(() => [404, 'picture_not_found']),
  )
  expect((await postMessage(shop, { id, from: shopper, more }, 'Look')).status).toBe(200)
  expect((await postMessage(shop, { id, from: shopper, more }, 'Again')).status).toBe(404)
})

test('unsent pictures are deleted after a day, sent ones are not', async () => {
  const { shopper, id } = await createConversation(shop)
  const [sent, unsent] = [
    await upload(id, shopper, await photo(40, 40)),
    await upload(id, shopper, await photo(41, 40)),
  ]
  const picture = getField<ChatPictureData>(sent, 'picture')
  await postMessage(shop, { id, from: shopper, more: { pictures: [picture.id] } }, '')
  shop.passTime(25 * HOUR)
  const context = { db, now: now(), enqueue: shop.app.jobs.enqueue, log: createLog('silent') }
  await createCleanUpChatJob(shop.files).run({}, context)
  await shop.work()
  expect((await fetchPath(picture.url)).status).toBe(200)
  expect((await fetchPath(getField<ChatPictureData>(unsent, 'picture').url)).status).toBe(404)
})

test('closing an account exports all conversations, and erases its messages and pictures in them', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  const picture = getField<ChatPictureData>(await upload(id, shopper, await photo(40, 40)), 'picture')
  await postMessage(shop, { id, from: shopper, more: { pictures: [picture.id] } }, 'My ring is broken')
  await postMessage(shop, { id, from: owner }, 'Send it to us')
  expect(await exportConversations(db, shopper.id)).toEqual([
    {
      id,
      with: 'Atelier Luce',
      messages: [
        { from: 'me', at: now().toISOString(), content: 'My ring is broken', pictures: [picture.url] },
        { from: 'other', at: now().toISOString(), content: 'Send it to us', pictures: [] },
      ],
    },
  ])
  expect(await exportConversations(db, owner.id)).toMatchObject([
    { with: 'Mei Tan', messages: [{ from: 'other' }, {}] },
  ])

  const erasure = { accountId: shopper.id, enqueue: shop.app.jobs.enqueue, now: now() }
  await eraseConversations(db, erasure)
  await eraseConversations(db, erasure)
  await shop.work()
  const readAnswer = await shop.get(`/chat/conversations/${id}`, owner.headers)
  expect(getField(readAnswer, 'conversation', 'messages')).toMatchObject([
    { content: '', pictures: [], isErased: true },
    { content: 'Send it to us', isErased: false },
  ])
  expect((await fetchPath(picture.url)).status).toBe(404)
})
