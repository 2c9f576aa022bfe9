import { queryPrepared, type Queryable } from '#database/database.ts'

/** What a supplier owes in a currency, and how much of it is paid now, in minor units. */
export type DebtPayment = Readonly<{ supplier: string; currency: string; owed: number; paid: number }>

/** What a debt came of, by the kind of its posting, and how much of it is paid. */
export type DebtComponent = Readonly<{ kind: string; amount: number }>

/** What is paid of a debt by what it came of: what is oldest is paid first. */
export async function listDebtComponents(
  db: Queryable,
  { supplier, currency, owed, paid }: DebtPayment,
): Promise<DebtComponent[]> {
  return queryPrepared(db, LIST_COMPONENTS, [supplier, currency, owed, paid])
}

// As the oldest is paid first, what is still owed are the newest debts that add up to it.
const LIST_COMPONENTS = {
  name: 'ledger_list_debt_parts',
  text: `
    with debts as (
      select p.id, p.kind, e.amount, sum(e.amount) over (order by p.id desc) - e.amount as newer
      from ledger_entries e
      join ledger_postings p on p.id = e.posting_id
      join ledger_accounts a on a.number = e.account
      where a.name = 'supplier_receivable' and e.subledger = $1 and p.currency = $2 and e.amount > 0
        and p.kind <> 'receivable_netted'
        and not exists (select from ledger_postings r where r.reverses_id = p.id)),
    outstanding as (select id, kind, least(amount, $3::bigint - newer) as amount from debts where newer < $3::bigint),
    placed as (select id, kind, amount, sum(amount) over (order by id) - amount as older from outstanding)
    select kind, sum(least(amount, $4::bigint - older))::bigint as amount
    from placed where older < $4::bigint
    group by kind order by min(id)`,
}
