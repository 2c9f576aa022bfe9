import { parseCents, toDecimal } from '#core/money.ts'
import { type AuditSource, recordVendorChange } from '#features/identity/audit/service.ts'
import { inTransaction, type Database, type Queryable } from '#database/database.ts'
import { FOLLOW_JOB, type ShopOrderDeps } from '../deps.ts'
import { listUnboughtOrders } from '../forwarding/waiting-queries.ts'
import type { ForwardingSettingsData, ForwardingSettingsInput } from './contract.ts'
import { lockForwardingSettings, readForwardingSettings, saveForwardingSettings } from './settings-queries.ts'

/** Returns a vendor's forwarding settings as a view model. */
export async function readSettingsView(db: Queryable, accountId: number): Promise<ForwardingSettingsData> {
  const { maxCostAmount, minMarginBps, ...settings } = await readForwardingSettings(db, accountId)
  return {
    ...settings,
    maxCost: maxCostAmount === null ? null : toDecimal(maxCostAmount),
    minMarginPercent: minMarginBps === null ? null : minMarginBps / 100,
  }
}

/** Sets how a vendor's orders are bought, and has waiting orders judged again. */
export async function changeSettings(
  db: Database,
  { stores }: Pick<ShopOrderDeps, 'stores'>,
  { source, settings }: Readonly<{ source: AuditSource; settings: ForwardingSettingsInput }>,
): Promise<void> {
  const { maxCost, minMarginPercent, ...others } = settings
  const { businessId: accountId, now } = source
  await inTransaction(db, async (tx) => {
    await lockForwardingSettings(tx, accountId)
    const before = await readSettingsView(tx, accountId)
    await saveForwardingSettings(tx, accountId, {
      ...others,
      customsValue: others.customsValue ?? before.customsValue,
      maxCostAmount: maxCost === null ? null : (parseCents(maxCost.toFixed(2)) ?? null),
      minMarginBps: minMarginPercent === null ? null : Math.round(minMarginPercent * 100),
      now,
    })
    await recordVendorChange(tx, source, {
      kind: 'settings',
      action: 'Changed the order settings',
      entity: 'forwarding_settings',
      before,
      after: await readSettingsView(tx, accountId),
    })
    for (const shopOrderId of await listUnboughtOrders(tx, accountId))
      await stores.enqueue(tx, { job: FOLLOW_JOB, input: { shopOrderId } })
  })
}
