import { z } from '@hono/zod-openapi'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { SETTING_FIELDS } from '../values/shapes.ts'

const PictureFile = z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' })

/** The sizes of icons in pixels: browsers' tabs, iPhones, and phones' home screens. */
const ICON_SIZES = ['32', '180', '192', '512'] as const

/** The size of an icon. */
export type IconSize = (typeof ICON_SIZES)[number]

/** The URL of the logo, and its size in pixels. */
const ShopLogoShape = z
  .object({ src: z.string(), width: z.number().int(), height: z.number().int() })
  .openapi('ShopLogo')

export const readLogo = endpoint({
  method: 'GET',
  path: '/operator/settings/logo',
  summary: 'Returns the logo of the shop, null for the built-in one, and the history of changes',
  access: { operator: 'settings:read' },
  answer: Envelope.extend({ logo: ShopLogoShape.nullable(), ...SETTING_FIELDS }),
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/operator/settings/logo',
  summary:
    'Sets the logo of pages, emails and documents; existing documents keep theirs. The body is a JPEG, PNG or WebP of at most 5 MB',
  access: { operator: 'settings:write' },
  takes: 'bytes',
  body: PictureFile,
  maxBytes: 5_000_000,
  answer: Envelope,
  refusals: ['not_a_picture', 'changed_meanwhile'],
  limit: { calls: 30, windowMs: HOUR, scope: 'account' },
})

export const removeLogo = endpoint({
  method: 'POST',
  path: '/operator/settings/logo/remove',
  summary: 'Removes the logo of the shop: pages, emails and documents show its name again',
  access: { operator: 'settings:write' },
  answer: Envelope,
  refusals: ['changed_meanwhile'],
  limit: { calls: 30, windowMs: HOUR, scope: 'account' },
})

export const getLogo = endpoint({
  method: 'GET',
  path: '/shop/getLogo/{key}',
  summary: 'Returns a logo of the shop as PNG; the picture of a key never changes',
  access: 'public',
  params: z.object({ key: z.string().max(64) }),
  answer: PictureFile,
  limit: { calls: 1_200, windowMs: MINUTE, counted: 'in_memory' },
})

export const getIcon = endpoint({
  method: 'GET',
  path: '/shop/getLogo/{key}/icon/{size}',
  summary: 'Returns a logo of the shop as a square PNG for browsers and phones',
  access: 'public',
  params: z.object({ key: z.string().max(64), size: z.enum(ICON_SIZES) }),
  answer: PictureFile,
  limit: { calls: 600, windowMs: MINUTE, counted: 'in_memory' },
})

export const getManifest = endpoint({
  method: 'GET',
  path: '/shop/getManifest',
  summary:
    'Returns the web app manifest of a shop with a logo of its own: its name and icons on a home screen',
  access: 'public',
  answer: z.record(z.string(), z.unknown()).openapi('WebAppManifest'),
  limit: { calls: 600, windowMs: MINUTE, counted: 'in_memory' },
})
