import { queryPrepared, type Queryable } from '#database/database.ts'

/** What a supplier owes that nothing it has earned covers, in minor units. */
export type UncoveredDebt = Readonly<{ currency: string; amount: number }>

/**
 * What the supplier of an order owes in each currency, less what it may be paid out in it or has earned and may be soon; the
 * largest first, and only where something is left.
 */
export async function listUncoveredDebts(db: Queryable, orderId: number): Promise<UncoveredDebt[]> {
  return queryPrepared(db, LIST_UNCOVERED, [orderId])
}

// Supplier receivable and available, then pending by order: a debit is above zero, and `0` comes next to the slash. Two reads by
// the key, as one with `or` would read all balances.
const LIST_UNCOVERED = {
  name: 'orders_list_uncovered_debts',
  text: `
    with supplier as (
      select s.public_id from supplier_orders o join suppliers s on s.id = o.supplier_id where o.id = $1)
    select currency, sum(balance)::bigint as amount from (
      select b.currency, b.balance
      from supplier s join ledger_balances b on b.account in (1100, 2210) and b.subledger = s.public_id
      union all
      select b.currency, b.balance
      from supplier s
      join ledger_balances b on b.account = 2200 and b.subledger > s.public_id || '/' and b.subledger < s.public_id || '0') moves
    group by 1 having sum(balance) > 0 order by 2 desc`,
}
