import { queryPrepared, type Queryable } from '#database/database.ts'

/** A page at a provider that nobody needs any more. */
export type IdlePage = Readonly<{ id: number; provider: string; providerRef: string }>

/**
 * The pages by which money may still come for purchases that are paid or have ended, as far as they were not closed yet:
 * of these providers, after a key, the oldest first.
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
    from payments p join purchases u on u.public_id = p.reference
    where p.state = 'pending' and p.page_closed_at is null and p.provider_ref is not null
      and p.provider = any($1) and p.id > $2 and (u.paid_at is not null or u.closed_at is not null)
    order by p.id limit $3`,
}
