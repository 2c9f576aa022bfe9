import { queryPrepared, type Transaction } from '#database/database.ts'

/** An order of a vendor, locked for an action; amounts in minor units. */
export type LockedShopOrder = Readonly<{
  id: string
  number: string
  costAmount: number | null
  approvedAmount: number | null
  isPractice: boolean
}>

/** Returns an order of an account, locked until the transaction ends. */
export async function lockOwnOrder(
  tx: Transaction,
  { accountId, id }: Readonly<{ accountId: number; id: string }>,
): Promise<LockedShopOrder | undefined> {
  const [found] = await queryPrepared<LockedShopOrder>(tx, LOCK_OWN, [accountId, id])
  return found
}

const LOCK_OWN = {
  name: 'shop_orders_lock_own',
  text: `
    select public_id as id, number, cost_amount as "costAmount", approved_amount as "approvedAmount", is_practice as "isPractice"
    from shop_orders where account_id = $1 and public_id = $2 for update`,
}

/** Stores the cost that a vendor approved for an order. */
export async function saveApproval(tx: Transaction, id: string, amount: number): Promise<void> {
  await queryPrepared(tx, SAVE_APPROVAL, [id, amount])
}

const SAVE_APPROVAL = {
  name: 'shop_orders_save_approval',
  text: 'update shop_orders set approved_amount = $2 where public_id = $1',
}

/** Stores that unsent units of an order are wanted again. Returns the number of items; 0 without any. */
export async function saveReorder(tx: Transaction, id: string): Promise<number> {
  return (await queryPrepared(tx, SAVE_REORDER, [id])).length
}

const SAVE_REORDER = {
  name: 'shop_orders_save_reorder',
  text: `
    update shop_order_lines l set reordered = w.withdrawn
    from (
      select u.order_id, u.external_id, sum(x.withdrawn_quantity - x.unwanted_quantity)::int as withdrawn
      from shop_order_units u
      join supplier_order_lines x on x.id = u.supplier_order_line_id
      join supplier_orders o on o.id = x.supplier_order_id
      join purchases b on b.id = o.purchase_id and b.paid_at is not null
      where u.order_id = (select id from shop_orders where public_id = $1)
      group by 1, 2) w
    where l.order_id = w.order_id and l.external_id = w.external_id and l.reordered < w.withdrawn
      and l.reason = 'not_supplied'
    returning l.external_id`,
}
