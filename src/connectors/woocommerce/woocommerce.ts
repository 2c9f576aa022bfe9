import { z } from 'zod'
import type { FoundPage, StoreAccess, StoreConnector, StoreNeed } from '#features/stores/port.ts'
import { AppError, invalid, refused } from '#ground/errors.ts'
import { plainText } from '#ground/html-names.ts'
import type { Ask } from '#platform/public-ask.ts'
import { askSite, type Site } from './ask-site.ts'
import { asFound, Listed, LISTED_FIELDS } from './found-product.ts'
import { pushAll } from './push-products.ts'

const PER_PAGE = 50

const Keys = z.object({ key: z.string(), secret: z.string() })
const Root = z.object({ name: z.string(), namespaces: z.array(z.string()) })
const Currency = z.object({ value: z.string().regex(/^[A-Z]{3}$/) })

/** Shops that run WooCommerce, by its REST API v3. */
export function wooCommerce(ask: Ask): StoreConnector {
  return {
    addressOf,
    check: (access, need) => check(ask, siteOf(access), need),
    async listProducts(access, cursor): Promise<FoundPage> {
      const page = Number(cursor ?? 1)
      const { data, pages } = await askSite(ask, siteOf(access), {
        path: `/wc/v3/products?page=${page}&per_page=${PER_PAGE}&orderby=id&order=asc&_fields=${LISTED_FIELDS}`,
        data: Listed,
      })
      return { products: data.map(asFound), next: page < pages ? String(page + 1) : null }
    },
    pushProducts: (access, products) => pushAll(ask, siteOf(access), products),
  }
}

async function check(ask: Ask, site: Site, need: StoreNeed) {
  const root = await askSite(ask, site, { path: '/?_fields=name,namespaces', data: Root })
  if (!root.data.namespaces.includes('wc/v3'))
    throw refused('store_not_found', `${site.address} is a WordPress site without WooCommerce.`)
  const currency = await askSite(ask, site, {
    path: '/wc/v3/settings/general/woocommerce_currency?_fields=value',
    data: Currency,
  })
  if (need === 'sell') await checkWriting(ask, site)
  return { name: plainText(root.data.name) || new URL(site.address).host, currency: currency.data.value }
}

/** A batch of nothing changes nothing, but needs the right to write. */
async function checkWriting(ask: Ask, site: Site): Promise<void> {
  const nothing = { create: [], update: [], delete: [] }
  await askSite(ask, site, { path: '/wc/v3/products/batch', body: nothing, data: z.unknown() }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'store_access_denied') throw error
      throw refused(
        'store_rights_missing',
        'This key may only read. Please make one with the permissions Read/Write.',
      )
    },
  )
}

function siteOf({ address, keys }: StoreAccess): Site {
  return { address, ...Keys.parse(keys) }
}

/** An https address, with the folder that the site lies in; `https://` may be left out. */
function addressOf(typed: string): string {
  const text = typed.trim()
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)
  if (
    !url ||
    url.protocol !== 'https:' ||
    !url.hostname.includes('.') ||
    url.port ||
    url.username ||
    url.password
  )
    throw invalid('store_address', 'Give the address of your store, such as https://your-store.com.')
  const folder = url.pathname.replace(/\/(wp-json|wp-admin)(\/.*)?$/, '').replace(/\/+$/, '')
  return `https://${url.hostname}${folder}`
}
