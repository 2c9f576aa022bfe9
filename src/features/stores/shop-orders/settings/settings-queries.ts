import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'

/** A vendor's settings for their store's orders. Amounts in minor units, the margin in basis points. */
export type ForwardingSettings = Readonly<{
  wholeOrdersOnly: boolean
  holdMinutes: number
  shipping: 'cheapest' | 'fastest'
  maxCostAmount: number | null
  minMarginBps: number | null
  /** The declared price: the cost to the vendor, or what the customer paid. */
  customsValue: 'cost' | 'retail'
}>

/** The settings of a vendor who has not saved any. */
export const DEFAULT_SETTINGS: ForwardingSettings = {
  wholeOrdersOnly: false,
  holdMinutes: 10,
  shipping: 'cheapest',
  maxCostAmount: null,
  minMarginBps: null,
  customsValue: 'cost',
}

/** Returns a vendor's forwarding settings, or the defaults. */
export async function readForwardingSettings(db: Queryable, accountId: number): Promise<ForwardingSettings> {
  const [found] = await queryPrepared<ForwardingSettings>(db, READ_SETTINGS, [accountId])
  return found ?? DEFAULT_SETTINGS
}

const READ_SETTINGS = {
  name: 'shop_orders_read_settings',
  text: `
    select whole_orders_only as "wholeOrdersOnly", hold_minutes as "holdMinutes", shipping,
      max_cost_amount as "maxCostAmount", min_margin_bps as "minMarginBps", customs_value as "customsValue"
    from forwarding_settings where account_id = $1`,
}

/** Locks a vendor's settings until the transaction ends, so that changes are sequential. */
export async function lockForwardingSettings(tx: Transaction, accountId: number): Promise<void> {
  await queryPrepared(tx, LOCK_SETTINGS, [accountId])
}

const LOCK_SETTINGS = {
  name: 'shop_orders_lock_settings',
  text: `select pg_advisory_xact_lock(hashtextextended('forwarding_settings', $1))`,
}

/** Stores a vendor's forwarding settings. */
export async function saveForwardingSettings(
  db: Queryable,
  accountId: number,
  settings: ForwardingSettings & Readonly<{ now: Date }>,
): Promise<void> {
  const { wholeOrdersOnly, holdMinutes, shipping, maxCostAmount, minMarginBps, customsValue, now } = settings
  const values = [
    accountId,
    wholeOrdersOnly,
    holdMinutes,
    shipping,
    maxCostAmount,
    minMarginBps,
    customsValue,
    now,
  ]
  await queryPrepared(db, SAVE_SETTINGS, values)
}

const SAVE_SETTINGS = {
  name: 'shop_orders_save_settings',
  text: `
    insert into forwarding_settings
      (account_id, whole_orders_only, hold_minutes, shipping, max_cost_amount, min_margin_bps, customs_value,
      updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (account_id) do update set whole_orders_only = excluded.whole_orders_only,
      hold_minutes = excluded.hold_minutes, shipping = excluded.shipping, max_cost_amount = excluded.max_cost_amount,
      min_margin_bps = excluded.min_margin_bps, customs_value = excluded.customs_value, updated_at = excluded.updated_at`,
}
