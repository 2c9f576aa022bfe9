import { notFound } from '#core/errors.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { findLogoImage } from './logo-queries.ts'
import type { ReadCompany } from '../company/company-setting.ts'
import { createManifest, readShopIcon } from './shop-icon.ts'
import { changeLogo, readLogoPage, removeLogo } from './shop-logo.ts'

/** Returns the routes of the shop's logo and its icons. */
export function logoRoutes(readCompany: ReadCompany): Route[] {
  return [
    route(contract.readLogo, async (_input, { db }) => ok('Logo', await readLogoPage(db))),

    route(contract.uploadLogo, async ({ body: bytes }, context) => {
      await changeLogo(context.db, { source: toAuditSource(context), bytes })
      return ok('Logo saved. Pages, emails and new documents now show it.', {})
    }),

    route(contract.removeLogo, async (_input, context) => {
      await removeLogo(context.db, toAuditSource(context))
      return ok('Logo removed.', {})
    }),

    route(contract.getLogo, async ({ params: { key } }, { db }) => {
      const image = await findLogoImage(db, key)
      return toPictureResponse(image)
    }),

    route(contract.getIcon, async ({ params }, { db }) => toPictureResponse(await readShopIcon(db, params))),

    route(contract.getManifest, async (_input, { db }) => {
      const { shopName, logo } = await readCompany(db)
      if (!logo) throw notFound('picture_not_found', 'This shop has no logo of its own.')
      return new Response(JSON.stringify(createManifest({ shopName, logo })), {
        headers: { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' },
      })
    }),
  ]
}

function toPictureResponse(image: Buffer | undefined): Response {
  if (!image) throw notFound('picture_not_found', 'This picture doesn’t exist.')
  return new Response(new Uint8Array(image), {
    headers: {
      'content-type': 'image/png',
      'content-length': String(image.length),
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })
}
