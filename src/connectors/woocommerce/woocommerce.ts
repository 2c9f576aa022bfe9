import { z } from 'zod'
import type { FoundPage, StoreAccess, StoreConnector, StoreNeed } from '#features/stores/connections/port.ts'
import { invalid, refused } from '#core/errors.ts'
import { plainText } from '#core/html-names.ts'
import { type Ask, isNamedHost } from '#platform/security/safe-fetch.ts'
import { askSite, type Site, type Woo } from './ask-site.ts'
import { asFound, Listed, LISTED_FIELDS } from './found-product.ts'
import { pushAll } from './push-products.ts'

const PER_PAGE = 50

const Keys = z.object({ key: z.string(), secret: z.string() })
const Root = z.object({ name: z.string(), namespaces: z.array(z.string()) })
const Currency = z.object({ value: z.string().regex(/^[A-Z]{3}$/) })

/** Stores that run WooCommerce, by its REST API v3; those on named `hosts` may have a port or no https. */
export function wooCommerce(ask: Ask, hosts: readonly string[] = []): StoreConnector {
  const woo: Woo = { ask, keysInQuery: new Set() }
  return {
    addressOf: (typed) => addressOf(typed, hosts),
    check: (access, need) => check(woo, siteOf(access), need),
    async listProducts(access, cursor): Promise<FoundPage> {
      const page = Number(cursor ?? 1)
      const { data, pages } = await askSite(woo, siteOf(access), {
        path: `/wc/v3/products?page=${page}&per_page=${PER_PAGE}&orderby=id&order=asc&_fields=${LISTED_FIELDS}`,
        data: Listed,
      })
      return { products: data.map(asFound), next: page < pages ? String(page + 1) : null }
    },
    pushProducts: (access, products) => pushAll(woo, siteOf(access), products),
  }
}

const NOTHING = { create: [], update: [], delete: [] }

async function check(woo: Woo, site: Site, need: StoreNeed) {
  const root = await askSite(woo, site, { path: '/?_fields=name,namespaces', data: Root })
  if (!root.data.namespaces.includes('wc/v3'))
    throw refused('store_not_found', `${site.address} is a WordPress site without WooCommerce.`)
  const currency = await askSite(woo, site, {
    path: '/wc/v3/settings/general/woocommerce_currency?_fields=value',
    data: Currency,
  })
  if (need === 'sell')
    // A batch of nothing changes nothing, but needs the right to write.
    await askSite(woo, site, { path: '/wc/v3/products/batch', body: NOTHING, data: z.unknown() })
  return { name: plainText(root.data.name) || new URL(site.address).host, currency: currency.data.value }
}

function siteOf({ address, keys }: StoreAccess): Site {
  return { address, ...Keys.parse(keys) }
}

/** An address with the folder that the site lies in: https, which may be left out, but on a host that is named. */
function addressOf(typed: string, hosts: readonly string[]): string {
  const text = typed.trim()
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || url.username || url.password || !(isNamedSite(url, hosts) || isPublicSite(url)))
    throw invalid('store_address', 'Give the address of your store, such as https://your-store.com.')
  const folder = url.pathname.replace(/\/(wp-json|wp-admin)(\/.*)?$/, '').replace(/\/+$/, '')
  return `${url.origin}${folder}`
}

function isNamedSite(url: URL, hosts: readonly string[]): boolean {
  return (url.protocol === 'https:' || url.protocol === 'http:') && isNamedHost(url, hosts)
}

function isPublicSite({ protocol, hostname, port }: URL): boolean {
  return protocol === 'https:' && hostname.includes('.') && port === ''
}
