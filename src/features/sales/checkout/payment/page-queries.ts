import { queryPrepared, type Queryable } from '#database/database.ts'

/** A page at a provider that is no longer needed. */
export type IdlePage = Readonly<{ id: number; provider: string; providerRef: string }>

/**
 * Lists open payment pages of these providers whose purchases are paid or over, oldest first. Money may still be paid
 * on them. `after` is a key.
 */
export async function listIdlePages(
  db: Queryable,
  { providers, after, most }: Readonly<{ providers: readonly string[]; after: number; most: number }>,
): Promise<IdlePage[]> {
  return queryPrepared(db, LIST_IDLE_PAGES, [providers, after, most])
}

const LIST_IDLE_PAGES = {
  name: 'checkout_list_idle_pages',
  text: `
    select p.id, p.provider, p.provider_ref as "providerRef"
    from payments p
    where p.state = 'pending' and p.page_closed_at is null and p.provider_ref is not null
      and p.provider = any($1) and p.id > $2
      and (exists (
          select from purchases u
          where u.public_id = p.reference and (u.paid_at is not null or u.closed_at is not null))
        or exists (
          select from combined_payments c
          where c.public_id = p.reference and (c.paid_at is not null or not exists (
            select from combined_payment_purchases x join purchases u on u.id = x.purchase_id
            where x.combined_payment_id = c.id and u.paid_at is null and u.closed_at is null))))
    order by p.id limit $3`,
}
