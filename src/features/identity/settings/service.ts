import { type Database, inTransaction, type Queryable } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import { addMs } from '#core/time.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import {
  findIssuer,
  insertIssuer,
  type Issuer,
  type IssuerRow,
  listIssuers,
  lockIssuers,
} from './issuer-queries.ts'
import { findPrintLogoAt } from './logo/logo-queries.ts'

export type { Issuer } from './issuer-queries.ts'
export { createCompanyReader, type ReadCompany, readShopName } from './company/company-setting.ts'
export { readShopLogo } from './logo/shop-logo.ts'
export { findSettings as readSavedSettings } from './values/setting-queries.ts'
export { readSetting, readSettingPage, saveSetting, type Setting } from './values/setting-values.ts'

/** The start of the environment's issuer, once another one is saved. */
const BEGINNING = new Date(0)

/** Returns a document's issuer at a moment with the logo of that time; `fallback` is the company of the environment. */
export async function readIssuerAt(
  db: Queryable,
  at: Date,
  fallback: Issuer,
): Promise<Issuer & Readonly<{ logo: Uint8Array | undefined }>> {
  const issuer = (await findIssuer(db, at)) ?? fallback
  return { name: issuer.name, lines: issuer.lines, logo: await findPrintLogoAt(db, at) }
}

/** Returns the current issuer, its version, and all issuers, latest first. */
export async function readIssuers(
  db: Queryable,
  fallback: Issuer,
): Promise<{ issuer: Issuer; version: number; history: IssuerRow[] }> {
  const history = await listIssuers(db)
  const [latest] = history
  return { issuer: latest ?? fallback, version: latest?.id ?? 0, history }
}

/** A new issuer; `version` is the one that it replaces, `fallback` the company of the environment. */
export type IssuerChange = Issuer & Readonly<{ version: number; fallback: Issuer }>

/**
 * Changes the issuer of documents from now on. The former issuer is stored with the first change, so that old documents
 * keep it whatever the environment says later. Refuses with `changed_meanwhile`.
 */
export async function saveIssuer(
  db: Database,
  source: AuditSource,
  { name, lines, version, fallback }: IssuerChange,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockIssuers(tx)
    const [latest] = await listIssuers(tx)
    if ((latest?.id ?? 0) !== version)
      throw refused('changed_meanwhile', 'Someone else has changed this. Reload the page to see it.')
    if (!latest) await insertIssuer(tx, { ...fallback, validFrom: BEGINNING, accountId: null })
    const before = latest ?? fallback
    // Two changes at the same moment would have no order.
    const validFrom = latest && latest.validFrom >= source.now ? addMs(latest.validFrom, 1) : source.now
    await insertIssuer(tx, { name, lines, validFrom, accountId: source.memberId })
    await recordChange(tx, source, {
      supplierId: null,
      kind: 'settings',
      action: 'Changed the issuer of documents',
      entity: 'settings:issuer',
      before: { name: before.name, lines: [...before.lines] },
      after: { name, lines: [...lines] },
    })
  })
}
