import { createHash } from 'node:crypto'
import type { ShopLogo } from '#core/company/company.ts'
import type { Database, Queryable } from '#database/database.ts'
import type { AuditSource } from '#features/identity/audit/service.ts'
import { limitConcurrency } from '#platform/concurrency/limit-concurrency.ts'
import { encodeShopLogo } from '#platform/files/print-logo.ts'
import { readSetting, readSettingPage, saveSetting, type Setting } from '../values/setting-values.ts'
import { insertLogo } from './logo-queries.ts'

/** A logo as the setting stores it; null for the built-in one. */
type LogoValue = Readonly<{ key: string; width: number; height: number }> | null

const LOGO: Setting<LogoValue> = {
  name: 'logo',
  action: 'Changed the logo',
  // Only this file stores it.
  parse: (stored) => (stored ?? null) as LogoValue,
  toAuditValues: (logo) => ({ logo: logo?.key ?? null }),
  describe: (before, after) => {
    if (before?.key === after?.key) return []
    if (!after) return ['Removed the logo']
    return [before ? 'Replaced the logo' : 'Uploaded a logo']
  },
}

/** The limit of concurrent encodings, each of which occupies a processor for some tenths of a second. */
const limitEncoding = limitConcurrency({ atOnce: 1 })

/** Returns the logo of the shop; undefined for the built-in one. */
export async function readShopLogo(db: Queryable): Promise<ShopLogo | undefined> {
  return toShopLogo(await readSetting(db, LOGO))
}

/** Returns the logo with its version and its history. */
export async function readLogoPage(db: Queryable) {
  const { value, version, history } = await readSettingPage(db, LOGO)
  return { logo: toShopLogo(value) ?? null, version, history }
}

/** Sets the logo of the shop. Throws `not_a_picture` and `changed_meanwhile`. */
export async function changeLogo(
  db: Database,
  { source, bytes }: Readonly<{ source: AuditSource; bytes: Uint8Array }>,
): Promise<void> {
  const { screen, print, width, height } = await limitEncoding(() => encodeShopLogo(bytes))
  const key = createHash('sha256').update(screen).digest('hex').slice(0, 32)
  await insertLogo(db, { key, image: screen, printImage: print, now: source.now })
  await saveLogo(db, source, { key, width, height })
}

/** Removes the logo of the shop; earlier documents keep it. Throws `changed_meanwhile`. */
export async function removeLogo(db: Database, source: AuditSource): Promise<void> {
  await saveLogo(db, source, null)
}

async function saveLogo(db: Database, source: AuditSource, value: LogoValue): Promise<void> {
  const { version } = await readSettingPage(db, LOGO)
  await saveSetting(db, source, { setting: LOGO, value, version })
}

function toShopLogo(value: LogoValue): ShopLogo | undefined {
  return value ? { src: `/shop/getLogo/${value.key}`, width: value.width, height: value.height } : undefined
}
