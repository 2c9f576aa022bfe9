import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ROUTES } from '#web/app/router/routes.ts'

const Icon = z.object({
  src: z.string().startsWith('/'),
  sizes: z.string(),
  type: z.string(),
  purpose: z.literal('maskable').optional(),
})

/** The fields that browsers require in a manifest before they offer to install the shop (w3.org/TR/appmanifest). */
const Manifest = z.object({
  id: z.literal('/'),
  name: z.string().min(1),
  short_name: z.string().min(1).max(12),
  start_url: z.literal('/'),
  scope: z.literal('/'),
  display: z.literal('standalone'),
  background_color: z.string(),
  theme_color: z.string(),
  icons: z.array(Icon),
  shortcuts: z.array(z.object({ name: z.string().min(1), url: z.string() })),
})

const manifest = Manifest.parse(JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')))

test('the manifest has icons of 192 and 512 pixels, also maskable ones, in the stated sizes', async () => {
  for (const purpose of [undefined, 'maskable'])
    for (const sizes of ['192x192', '512x512'])
      expect(manifest.icons).toContainEqual(
        expect.objectContaining({ sizes, type: 'image/png', ...(purpose ? { purpose } : {}) }),
      )
  for (const { src, sizes } of manifest.icons.filter(({ type }) => type === 'image/png')) {
    const { width, height, format } = await sharp(`public${src}`).metadata()
    expect([src, `${width}x${height}`, format]).toEqual([src, sizes, 'png'])
  }
})

test('a maskable icon fills its square, and its mark stays within the safe circle', async () => {
  const { data, info } = await sharp('public/icons/maskable-512.png')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const ground = data.subarray(0, 3)
  const middle = info.width / 2
  const outside = Array.from({ length: info.width * info.height }, (_, place) => place).filter(
    (place) =>
      Math.hypot((place % info.width) - middle, Math.floor(place / info.width) - middle) > info.width * 0.4,
  )
  expect(outside.every((place) => data.subarray(place * 3, place * 3 + 3).equals(ground))).toBe(true)
})

test('shortcuts link to existing pages', () => {
  const paths = ROUTES.map(({ path }) => path)
  for (const { url } of manifest.shortcuts) expect(paths).toContain(url)
})

test('the social picture has 1,200 by 630 pixels, and icons for iOS and old browsers exist', async () => {
  expect(await sharp('public/icons/social-1200.jpg').metadata()).toMatchObject({ width: 1200, height: 630 })
  expect(await sharp('public/icons/apple-touch-180.png').metadata()).toMatchObject({
    width: 180,
    height: 180,
  })
  expect([...readFileSync('public/favicon.ico').subarray(0, 4)]).toEqual([0, 0, 1, 0])
})
