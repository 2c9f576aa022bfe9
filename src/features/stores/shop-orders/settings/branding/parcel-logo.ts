import { createHash } from 'node:crypto'
import { type Database, inTransaction, type Queryable } from '#database/database.ts'
import { type AuditSource, recordVendorChange } from '#features/identity/audit/service.ts'
import { insertParcelLogo, listParcelLogos } from '#features/sales/orders/service.ts'
import { limitConcurrency } from '#platform/concurrency/limit-concurrency.ts'
import { encodePrintLogo } from '#platform/files/print-logo.ts'
import { findParcelBrand, saveBrandLogo } from './brand-queries.ts'

/** The limit of concurrent encodings, each of which occupies a processor for some tenths of a second. */
const limitEncoding = limitConcurrency({ atOnce: 1 })

/** Returns the logo on a vendor's packing slips as a data URL; null without one. */
export async function readParcelLogo(db: Queryable, accountId: number): Promise<string | null> {
  const brand = await findParcelBrand(db, accountId)
  const image = (await listParcelLogos(db, [brand ?? null])).get(brand?.logo ?? '')
  return image ? toDataUrl(image) : null
}

/** Sets the logo on a vendor's packing slips and returns it as a data URL. Throws `not_a_picture`. */
export async function changeParcelLogo(
  db: Database,
  { source, bytes }: Readonly<{ source: AuditSource; bytes: Uint8Array }>,
): Promise<string> {
  const { businessId: accountId, now } = source
  const image = await limitEncoding(() => encodePrintLogo(bytes))
  const key = createHash('sha256').update(`${accountId} `).update(image).digest('hex').slice(0, 32)
  await inTransaction(db, async (tx) => {
    await insertParcelLogo(tx, { key, accountId, image, now })
    await saveBrandLogo(tx, { accountId, logo: key, now })
    await recordLogo(tx, source, true)
  })
  return toDataUrl(image)
}

/** Removes the logo from a vendor's packing slips; existing orders' slips keep theirs. */
export async function removeParcelLogo(db: Database, source: AuditSource): Promise<void> {
  const { businessId: accountId, now } = source
  await inTransaction(db, async (tx) => {
    if (!(await findParcelBrand(tx, accountId))?.logo) return
    await saveBrandLogo(tx, { accountId, logo: null, now })
    await recordLogo(tx, source, false)
  })
}

function recordLogo(
  tx: Parameters<typeof recordVendorChange>[0],
  source: AuditSource,
  hasLogo: boolean,
): Promise<void> {
  const action = hasLogo ? 'Set the logo of the packing slip' : 'Removed the logo of the packing slip'
  const change = { kind: 'settings', action, entity: 'parcel_brand' } as const
  return recordVendorChange(tx, source, { ...change, before: { logo: !hasLogo }, after: { logo: hasLogo } })
}

function toDataUrl(image: Buffer): string {
  return `data:image/png;base64,${image.toString('base64')}`
}
