import { inTransaction, type Database, type Queryable } from '#database/database.ts'
import { type AuditSource, recordVendorChange } from '#features/identity/audit/service.ts'
import { renderPackingSlip, renderSampleSlip } from '#features/money/documents/service.ts'
import {
  findOrderContext,
  listLines,
  listParcelLogos,
  type ParcelBrand,
} from '#features/sales/orders/service.ts'
import { selectConnections } from '#features/stores/connections/service.ts'
import type { PdfDocument } from '#platform/pdf/pdf-document.ts'
import type { PdfIssuer } from '#platform/pdf/pdf-response.ts'
import type { ParcelBrandData } from './contract.ts'
import { findNewestSupplierOrder, findParcelBrand, upsertParcelBrand } from './brand-queries.ts'

const NO_BRAND: ParcelBrand = { name: '', note: '', returnAddress: [] }

/** Returns the branding of a vendor's packing slips. */
export async function readParcelBrand(db: Queryable, accountId: number): Promise<ParcelBrandData> {
  const { name, note, returnAddress } = (await findParcelBrand(db, accountId)) ?? NO_BRAND
  return { name, note, returnAddress: [...returnAddress] }
}

/** Changes the branding of a vendor's packing slips from now on. */
export async function changeParcelBrand(
  db: Database,
  { source, brand }: Readonly<{ source: AuditSource; brand: ParcelBrandData }>,
): Promise<void> {
  const { businessId: accountId, now } = source
  await inTransaction(db, async (tx) => {
    const before = await readParcelBrand(tx, accountId)
    await upsertParcelBrand(tx, accountId, { ...brand, now })
    await recordVendorChange(tx, source, {
      kind: 'settings',
      action: 'Changed the packing slip',
      entity: 'parcel_brand',
      before,
      after: await readParcelBrand(tx, accountId),
    })
  })
}

/** Renders the packing slip of a vendor's newest order with current settings, or a sample without orders. */
export async function previewSlip(
  db: Queryable,
  pdf: Pick<PdfIssuer, 'readIssuer'>,
  { accountId, now }: Readonly<{ accountId: number; now: Date }>,
): Promise<PdfDocument> {
  const [brand, newest, connections, issuer] = await Promise.all([
    findParcelBrand(db, accountId),
    findNewestSupplierOrder(db, accountId),
    selectConnections(db, accountId),
    pdf.readIssuer(db, now),
  ])
  const whole = newest === undefined ? undefined : await findOrderContext(db, newest)
  const store = whole?.purchase.vendorStore ?? connections[0]?.name ?? 'Your store'
  const logo = (await listParcelLogos(db, [brand ?? null])).get(brand?.logo ?? '')
  if (!whole) return renderSampleSlip({ brand: brand ?? NO_BRAND, store, logo, now })
  const lines = await listLines(db, [whole.order.id])
  const purchase = { ...whole.purchase, brand: brand ?? null }
  return renderPackingSlip({ whole: { ...whole, purchase }, lines, parcel: undefined, issuer, logo, now })
}
