import { queryPrepared, type Queryable } from '#database/database.ts'
import type { DocumentKind } from './contract.ts'

/** A stored document of a supplier; the amount is in minor units, and `id` is the payout's for a statement. */
export type SupplierDocument = Readonly<{
  kind: DocumentKind
  id: string
  number: string
  issuedAt: Date
  currency: string
  amount: number
  orderId: string | null
  orderNumber: string | null
  isVoid: boolean
}>

/** A page of a supplier's documents. */
export type DocumentPage = Readonly<{
  supplierId: number
  kind: DocumentKind | undefined
  search: string
  limit: number
  offset: number
}>

/** Lists a page of a supplier's documents, newest first, and their total count. */
export async function listDocuments(
  db: Queryable,
  { supplierId, kind, search, limit, offset }: DocumentPage,
): Promise<{ documents: SupplierDocument[]; total: number }> {
  const pattern = search === '' ? null : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const filters = [supplierId, kind ?? null, pattern]
  const [documents, counted] = await Promise.all([
    queryPrepared<SupplierDocument>(db, LIST, [...filters, limit, offset]),
    queryPrepared<{ total: number }>(db, COUNT, filters),
  ])
  return { documents, total: counted[0]?.total ?? 0 }
}

// A supplier has few refunds beside its orders, so they are found by the credit notes.
const DOCUMENTS = `
  select * from (
    select 'statement' as kind, p.public_id as id, upper(split_part(p.public_id, '_', 2)) as number,
      p.created_at as "issuedAt", p.currency, p.amount, null as "orderId", null as "orderNumber", false as "isVoid"
    from payouts p where p.supplier_id = $1
    union all
    select 'credit_note', n.number, n.number, n.issued_at, r.currency, r.amount, o.public_id, u.number, r.state = 'undone'
    from credit_notes n
    join refund_requests r on r.id = n.refund_id
    join supplier_orders o on o.id = r.supplier_order_id
    join purchases u on u.id = o.purchase_id
    where o.supplier_id = $1) d
  where ($2::text is null or d.kind = $2)
    and ($3::text is null or d.number ilike $3 or d."orderNumber" ilike $3)`

const LIST = {
  name: 'payouts_list_documents',
  text: `${DOCUMENTS} order by d."issuedAt" desc, d.number desc limit $4 offset $5`,
}

const COUNT = {
  name: 'payouts_count_documents',
  text: `select count(*) as total from (${DOCUMENTS}) c`,
}

/**
 * Returns the purchase of a supplier's credit note, and the supplier's name; undefined if it has no such credit note.
 */
export async function findPurchaseOfCreditNote(
  db: Queryable,
  ownerId: number,
  number: string,
): Promise<{ purchaseId: number; supplier: string } | undefined> {
  const [found] = await queryPrepared<{ purchaseId: number; supplier: string }>(db, FIND_PURCHASE, [
    ownerId,
    number,
  ])
  return found
}

const FIND_PURCHASE = {
  name: 'payouts_find_purchase_of_credit_note',
  text: `
    select o.purchase_id as "purchaseId", s.name as supplier
    from credit_notes n
    join refund_requests r on r.id = n.refund_id
    join supplier_orders o on o.id = r.supplier_order_id
    join suppliers s on s.id = o.supplier_id
    where n.number = $2 and s.owner_id = $1`,
}
