import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DAY } from '#core/time.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'
import { createPaidOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()

const createOwner = () => createSignedInAccount(shop.db, shop.now(), { type: 'operator', withPassword: true })
type Owner = Awaited<ReturnType<typeof createOwner>>

function drawPicture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: '#0f4c3a80' } })
    .png()
    .toBuffer()
}

async function upload(owner: Owner, bytes: Uint8Array) {
  const response = await shop.app.http.request(`${SHOP_URL}/operator/settings/logo`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'image/png' },
    body: new Uint8Array(bytes),
  })
  return { status: response.status, body: await response.json() }
}

async function countPictures(purchaseId: string): Promise<number> {
  const answer = await shop.app.http.request(`${SHOP_URL}/orders/${purchaseId}/invoice`)
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  return text.match(/\/Subtype \/Image/g)?.length ?? 0
}

test('a logo appears in settings, at its URL, and in later emails and invoices, not in earlier invoices', async () => {
  const old = await createPaidOrder(shop)
  const before = await countPictures(old.purchaseId)
  shop.passTime(DAY)
  const owner = await createOwner()
  expect(await upload(owner, await drawPicture(1200, 200))).toMatchObject({ status: 200 })
  const page = await shop.get('/operator/settings/logo', owner.headers)
  expect(page.body).toMatchObject({
    logo: { src: expect.stringMatching(/^\/shop\/getLogo\/[0-9a-f]{32}$/), width: 600, height: 100 },
    history: [{ changes: ['Uploaded a logo'], savedBy: `${owner.firstName} ${owner.lastName}` }],
  })
  const { src } = (page.body as { logo: { src: string } }).logo
  const picture = await shop.app.http.request(SHOP_URL + src)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(picture.headers.get('cache-control')).toContain('immutable')
  expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ width: 600, hasAlpha: true })

  const next = await createPaidOrder(shop)
  expect(await countPictures(next.purchaseId)).toBe(before + 1)
  expect(await countPictures(old.purchaseId)).toBe(before)
  const { body: emails } = await shop.get('/dev/mail.json')
  expect((emails as unknown[]).slice(0, 1)).toMatchObject([
    { html: expect.stringContaining(`<img src="${src}"`) },
  ])

  shop.passTime(1_000)
  expect((await shop.post('/operator/settings/logo/remove', {}, owner.headers)).status).toBe(200)
  expect((await shop.get('/operator/settings/logo', owner.headers)).body).toMatchObject({
    logo: null,
    history: [{ changes: ['Removed the logo'] }, { changes: ['Uploaded a logo'] }],
  })
  expect(await countPictures(next.purchaseId)).toBe(before + 1)
})

test('the web app manifest has the shop’s name and the logo as square icons', async () => {
  const owner = await createOwner()
  expect((await shop.get('/shop/getManifest')).status).toBe(404)
  await upload(owner, await drawPicture(1200, 200))
  const { body } = await shop.get('/shop/getManifest')
  expect(body).toMatchObject({ name: 'Cabochon', icons: expect.arrayContaining([expect.anything()]) })
  const { icons } = body as { icons: { src: string; sizes: string }[] }
  for (const { src, sizes } of icons) {
    const icon = sharp(await (await shop.app.http.request(SHOP_URL + src)).arrayBuffer())
    const { width, height } = await icon.metadata()
    expect(`${width}x${height}`).toBe(sizes)
    // The corners, which phones may mask, are white.
    expect([...(await icon.ensureAlpha().raw().toBuffer()).subarray(0, 4)]).toEqual([255, 255, 255, 255])
  }
  const tab = await shop.app.http.request(`${SHOP_URL}${icons[0]?.src.replace('192', '32')}`)
  expect(await sharp(await tab.arrayBuffer()).metadata()).toMatchObject({
    width: 32,
    height: 32,
    hasAlpha: true,
  })
  expect((await shop.get(`${icons[0]?.src.replace('192', '33')}`)).status).toBe(400)
})

test('refuses a file that is no picture, and answers 404 for an unknown logo', async () => {
  const owner = await createOwner()
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(await upload(owner, script)).toMatchObject({ status: 400, body: { code: 'not_a_picture' } })
  const cut = (await drawPicture(300, 100)).subarray(0, 60)
  expect(await upload(owner, cut)).toMatchObject({ status: 400, body: { code: 'not_a_picture' } })
  expect((await shop.get('/operator/settings/logo', owner.headers)).body).toMatchObject({
    logo: null,
    history: [],
  })
  expect((await shop.get(`/shop/getLogo/${'0'.repeat(32)}`)).status).toBe(404)
})
