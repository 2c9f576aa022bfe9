import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  actAsBuyer,
  parseCase,
  getOwnerHeaders,
  createCase,
  readCase,
  actAsSupplier,
} from '#tests/steps/cases.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'
import { createSentOrder } from '#tests/steps/supplier-orders.ts'
import { createPicture } from '#tests/access/access-test-data.ts'
import { casePictures } from './pictures.ts'

const shop = await createTestShop()
const DAY = 24 * 3_600_000

async function upload(path: string, body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const answer = await shop.app.http.request(SHOP_URL + path, { method: 'POST', headers, body })
  const { picture, code } = (await answer.json()) as {
    picture?: { id: string; url: string; smallUrl: string }
    code?: string
  }
  return { status: answer.status, code, picture }
}

const getStatus = async (path: string) => (await shop.app.http.request(SHOP_URL + path)).status

test('pictures are re-encoded, attached once by their uploader, and served to anyone with their address', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created)
  const { picture } = await upload(
    `/orders/${created.purchaseId}/cases/${id}/pictures`,
    await createPicture(),
  )
  if (!picture) throw new Error('no picture was used')
  const stolen = { action: 'message', text: '', pictures: [picture.id] }
  expect((await actAsSupplier(created, id, stolen)).body).toMatchObject({ code: 'picture_not_found' })
  expect((await readCase(created, id)).entries).toHaveLength(1)

  const withPicture = parseCase(await actAsBuyer(created, id, stolen))
  expect(withPicture.entries.at(-1)?.pictures).toMatchObject([{ id: picture.id }])
  expect((await actAsBuyer(created, id, stolen)).body).toMatchObject({ code: 'picture_not_found' })
  const served = await shop.app.http.request(SHOP_URL + picture.smallUrl)
  const metadata = await sharp(await served.arrayBuffer()).metadata()
  expect([served.headers.get('content-type'), metadata.format]).toEqual(['image/webp', 'webp'])
  expect(await getStatus('/case-pictures/csp_0/480')).toBe(404)
})

test('refuses files that are no pictures, and pictures for another’s case', async () => {
  const [created, strange] = [await createSentOrder(shop), await createSentOrder(shop)]
  const { id } = await createCase(created)
  const text = Uint8Array.from(Buffer.from('<svg onload="alert(1)"/>'))
  expect(await upload(`/cases/${id}/pictures`, text, await getOwnerHeaders(created))).toMatchObject({
    status: 400,
  })
  const theirs = await upload(`/cases/${id}/pictures`, await createPicture(), await getOwnerHeaders(strange))
  expect(theirs).toMatchObject({ status: 404, code: 'case_not_found' })
  const guest = await upload(`/orders/${strange.purchaseId}/cases/${id}/pictures`, await createPicture())
  expect(guest).toMatchObject({ status: 404, code: 'case_not_found' })
})

test('unattached pictures are deleted after two days, attached ones are not', async () => {
  const created = await createSentOrder(shop)
  const { id } = await createCase(created)
  const path = `/orders/${created.purchaseId}/cases/${id}/pictures`
  const [used, loose] = [
    (await upload(path, await createPicture())).picture,
    (await upload(path, await createPicture())).picture,
  ]
  await actAsBuyer(created, id, { action: 'message', pictures: [used?.id] })
  shop.passTime(2 * DAY + 1)
  expect(await casePictures.deleteUnused(shop.db, shop.files, shop.now())).toBe(1)
  expect([await getStatus(used?.url ?? ''), await getStatus(loose?.url ?? '')]).toEqual([200, 404])
})
