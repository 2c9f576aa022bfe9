import sharp from 'sharp'
import { expect, test } from 'vitest'
import { HOUR } from '#core/time.ts'
import { createLog } from '#platform/log.ts'
import { field, ownedStore, opened, say, talkIn } from '#tests/steps/chat.ts'
import type { MadePerson } from '#tests/shop/people.ts'
import { type Answer, SHOP_URL, testShop } from '#tests/shop/shop.ts'
import type { ChatPictureData } from '../contract.ts'
import { tidyChat } from '../jobs.ts'
import { eraseConversations, exportConversations } from '../service.ts'

const shop = await testShop()
const { db, now } = shop

async function upload(id: string, { headers }: MadePerson, bytes: Uint8Array<ArrayBuffer>): Promise<Answer> {
  const response = await shop.app.http.request(`${SHOP_URL}/chat/conversations/${id}/pictures`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/png' },
    body: bytes,
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text), headers: response.headers }
}

async function photo(width = 2000, height = 1000): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = sharp({ create: { width, height, channels: 3, background: '#a08040' } })
  const exif = { IFD0: { Copyright: 'Mei, 12 Orchard Road' } }
  return Uint8Array.from(await drawn.withExif(exif).jpeg().toBuffer())
}

const fetched = (path: string) => shop.app.http.request(SHOP_URL + path)

test('a picture goes with a message, in two widths, drawn anew without what its file told of its maker', async () => {
  const { shopper, owner, id } = await talkIn(shop)
  const original = await photo()
  expect(Buffer.from(original).toString('latin1')).toContain('Orchard Road')
  const kept = await upload(id, shopper, original)
  const picture = field<ChatPictureData>(kept, 'picture')
  expect(picture).toMatchObject({ width: 2000, height: 1000 })
  const sent = await say(shop, { id, from: shopper, more: { pictures: [picture.id] } }, '')
  expect(sent.status).toBe(200)
  const seen = await shop.get(`/chat/conversations/${id}`, owner.headers)
  expect(field(seen, 'conversation')).toMatchObject({
    lastMessage: 'Picture',
    messages: [{ pictures: [picture] }],
  })

  for (const [path, width] of [
    [picture.url, 1600],
    [picture.smallUrl, 480],
  ] as const) {
    const answer = await fetched(path)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('cache-control')).toContain('private')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const { format, width: wide, exif } = await sharp(bytes).metadata()
    expect({ format, wide, exif }).toEqual({ format: 'webp', wide: width, exif: undefined })
  }
  // 128 random bits: no address of one picture leads to another.
  expect(picture.id).toMatch(/^cpi_[0-9a-f]{32}$/)
  expect((await fetched(`/chat/pictures/cpi_${'0'.repeat(32)}/480`)).status).toBe(404)
  expect((await fetched(`/chat/pictures/${picture.id}/481`)).status).toBe(400)
  expect((await fetched('/chat/pictures/..%2F..%2Fsecret/480')).status).toBe(404)
})

test('what is no picture, is too large or unpacks to gigapixels is refused', async () => {
  const { shopper, id } = await talkIn(shop)
  const refusal = async (bytes: Uint8Array<ArrayBuffer>) => {
    const answer = await upload(id, shopper, bytes)
    return [answer.status, field(answer, 'code')]
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

test('a picture is sent by who uploaded it, where it was uploaded, and once', async () => {
  const { shopper, owner, id } = await talkIn(shop)
  const another = await ownedStore(db, now(), 'Another store')
  const elsewhere = await opened(shop, shopper, { store: another.store.publicId })
  const picture = field<ChatPictureData>(await upload(id, shopper, await photo(40, 40)), 'picture')
  const more = { pictures: [picture.id] }
  const refused = [
    await say(shop, { id, from: owner, more }, 'Mine?'),
    await say(shop, { id: elsewhere, from: shopper, more }, 'Here?'),
    await say(shop, { id, from: shopper, more: { pictures: [picture.id, picture.id] } }, 'Twice?'),
  ]
  expect(refused.map((answer) => [answer.status, field(answer, 'code')])).toEqual(
    refused.map(() => [404, 'picture_not_found']),
  )
  expect((await say(shop, { id, from: shopper, more }, 'Look')).status).toBe(200)
  expect((await say(shop, { id, from: shopper, more }, 'Again')).status).toBe(404)
})

test('pictures that were never sent are gone after a day, sent ones stay', async () => {
  const { shopper, id } = await talkIn(shop)
  const [sent, unsent] = [
    await upload(id, shopper, await photo(40, 40)),
    await upload(id, shopper, await photo(41, 40)),
  ]
  const picture = field<ChatPictureData>(sent, 'picture')
  await say(shop, { id, from: shopper, more: { pictures: [picture.id] } }, '')
  shop.passTime(25 * HOUR)
  await tidyChat.run({}, { db, now: now(), enqueue: shop.app.jobs.enqueue, log: createLog('silent') })
  await shop.work()
  expect((await fetched(picture.url)).status).toBe(200)
  expect((await fetched(field<ChatPictureData>(unsent, 'picture').url)).status).toBe(404)
})

test('who leaves takes all conversations along, and what was written and shown is gone from them', async () => {
  const { shopper, owner, id } = await talkIn(shop)
  const picture = field<ChatPictureData>(await upload(id, shopper, await photo(40, 40)), 'picture')
  await say(shop, { id, from: shopper, more: { pictures: [picture.id] } }, 'My ring is broken')
  await say(shop, { id, from: owner }, 'Send it to us')
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

  const leaving = { personId: shopper.id, enqueue: shop.app.jobs.enqueue, now: now() }
  await eraseConversations(db, leaving)
  await eraseConversations(db, leaving)
  await shop.work()
  const seen = await shop.get(`/chat/conversations/${id}`, owner.headers)
  expect(field(seen, 'conversation', 'messages')).toMatchObject([
    { content: '', pictures: [], isErased: true },
    { content: 'Send it to us', isErased: false },
  ])
  expect((await fetched(picture.url)).status).toBe(404)
})
