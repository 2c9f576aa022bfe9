import { invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { notify } from '#database/connections/listen.ts'
import { type AuditSource, type AuditValues, recordChange } from '#features/identity/audit/service.ts'
import {
  deletePromotion,
  findSupplierKey,
  insertPromotion,
  lockPromotion,
  type PromotionRow,
  type StoredPromotion,
  updatePromotion,
} from './queries.ts'
import type { PromotionInputData, PromotionKind } from './shapes.ts'

export { listRunningAnnouncements } from './queries.ts'

/** Adds a promotion; returns its ID. Throws `ends_before_start` and `supplier_not_found`. */
export async function createPromotion(
  db: Database,
  source: AuditSource,
  input: PromotionInputData,
): Promise<string> {
  const id = newId('promotion', source.now.getTime())
  await inTransaction(db, async (tx) => {
    const promotion = await toStored(tx, input)
    await insertPromotion(tx, id, { promotion, now: source.now })
    await record(tx, source, {
      id,
      kind: input.kind,
      action: 'Added',
      before: {},
      after: toValues(promotion),
    })
  })
  return id
}

/** A change of a promotion, and the version that was changed. */
export type PromotionChange = Readonly<{ id: string; promotion: PromotionInputData; version: number }>

/** Changes a promotion. Throws `promotion_not_found` besides those of `createPromotion`; refuses with `changed_meanwhile`. */
export async function changePromotion(
  db: Database,
  source: AuditSource,
  { id, promotion: input, version }: PromotionChange,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await lockPromotion(tx, { id, now: source.now })
    if (found?.kind !== input.kind) throw promotionNotFoundError()
    if (found.version !== version)
      throw refused('changed_meanwhile', 'Someone else has changed this. Reload the page to see it.')
    const promotion = await toStored(tx, input)
    await updatePromotion(tx, found.key, promotion)
    await record(tx, source, {
      id,
      kind: found.kind,
      action: 'Changed',
      before: toOldValues(found),
      after: toValues(promotion),
    })
  })
}

/** Removes a promotion. Throws `promotion_not_found`. */
export async function removePromotion(db: Database, source: AuditSource, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await lockPromotion(tx, { id, now: source.now })
    if (!found) throw promotionNotFoundError()
    await deletePromotion(tx, found.key)
    await record(tx, source, {
      id,
      kind: found.kind,
      action: 'Removed',
      before: { removed: false, ...toOldValues(found) },
      after: { removed: true },
    })
  })
}

function promotionNotFoundError() {
  return notFound('promotion_not_found', 'This no longer exists. Reload the page.')
}

async function toStored(tx: Transaction, input: PromotionInputData): Promise<StoredPromotion> {
  const startsAt = new Date(input.startsAt)
  const endsAt = input.endsAt === null ? null : new Date(input.endsAt)
  if (endsAt !== null && endsAt <= startsAt)
    throw invalid('ends_before_start', 'The end is before the start. Choose a later end.')
  const dates = { startsAt, endsAt }
  const nothing = { title: '', text: '', linkLabel: null, linkPath: null, picture: null, supplierId: null }
  if (input.kind === 'featured_supplier') {
    const supplierId = await findSupplierKey(tx, input.supplier)
    if (supplierId === undefined) throw notFound('supplier_not_found', 'Supplier not found')
    return { ...nothing, ...dates, kind: input.kind, audience: 'everyone', supplierId }
  }
  const { kind, title, link } = input
  const texts = { ...nothing, ...dates, title, linkLabel: link?.label ?? null, linkPath: link?.path ?? null }
  return input.kind === 'campaign'
    ? { ...texts, kind: 'campaign', text: input.text, picture: input.picture, audience: 'everyone' }
    : { ...texts, kind, audience: input.audience }
}

function toValues(promotion: StoredPromotion): AuditValues {
  const { title, text, linkLabel, linkPath, audience, picture, startsAt, endsAt } = promotion
  return {
    title,
    text,
    link: linkPath === null ? null : `${linkLabel ?? ''} → ${linkPath}`,
    audience,
    picture,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
  }
}

function toOldValues(row: PromotionRow): AuditValues {
  const { text, link, audience, picture, supplier, startsAt, endsAt } = row
  return {
    title: supplier ? '' : row.title,
    text,
    link: link && `${link.label} → ${link.path}`,
    audience,
    picture,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
  }
}

const KIND_TEXTS: Readonly<Record<PromotionKind, string>> = {
  announcement: 'an announcement',
  campaign: 'an offer campaign',
  featured_supplier: 'a featured supplier',
}

type Recorded = Readonly<{
  id: string
  kind: PromotionKind
  action: 'Added' | 'Changed' | 'Removed'
  before: AuditValues
  after: AuditValues
}>

/** Records a change and causes the pages that may show it to be rendered again. */
async function record(tx: Transaction, source: AuditSource, change: Recorded): Promise<void> {
  const { id, kind, action, before, after } = change
  await recordChange(tx, source, {
    supplierId: null,
    kind: 'settings',
    action: `${action} ${KIND_TEXTS[kind]}`,
    entity: `promotion:${id}`,
    before,
    after,
  })
  await notify(tx, 'catalogue', '*')
}
