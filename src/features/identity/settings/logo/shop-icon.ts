import type { ShopLogo } from '#core/company/company.ts'
import type { Queryable } from '#database/database.ts'
import { limitConcurrency } from '#platform/concurrency/limit-concurrency.ts'
import { encodeIcon } from '#platform/files/print-logo.ts'
import type { IconSize } from './contract.ts'
import { findLogoImage } from './logo-queries.ts'

/** The most cached icons, enough for years of daily changes. */
const MAX_CACHED = 100

const cache = new Map<string, Buffer>()
const limitEncoding = limitConcurrency({ atOnce: 1 })

/**
 * Returns a logo as a square PNG; undefined if there is no such logo. Icons of tabs are transparent, others on white.
 */
export async function readShopIcon(
  db: Queryable,
  { key, size }: Readonly<{ key: string; size: IconSize }>,
): Promise<Buffer | undefined> {
  const name = `${key}/${size}`
  const cached = cache.get(name)
  if (cached) return cached
  const logo = await findLogoImage(db, key)
  if (!logo) return undefined
  const icon = await limitEncoding(() => encodeIcon(logo, { size: Number(size), isTab: size === '32' }))
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(name, icon)
  return icon
}

/** Returns the web app manifest of a shop with a logo of its own. */
export function createManifest({ shopName, logo }: Readonly<{ shopName: string; logo: ShopLogo }>) {
  const toIcon = (size: IconSize, purpose: 'any' | 'maskable') => ({
    src: `${logo.src}/icon/${size}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: shopName,
    short_name: shopName,
    lang: 'en',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#fbf9f5',
    icons: [toIcon('192', 'any'), toIcon('512', 'any'), toIcon('192', 'maskable'), toIcon('512', 'maskable')],
  }
}
