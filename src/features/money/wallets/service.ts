import { toDecimal } from '#core/money.ts'
import { inTransaction, type Queryable } from '#database/database.ts'
import { type AuditSource, recordVendorChange } from '#features/identity/audit/service.ts'
import { lockSettings, readSettings, saveSettings, type StoredSettings } from './queries.ts'

export { findPaymentOwner, readSettings as readWalletSettings } from './queries.ts'
export { readWallet, readWalletBalance, type WalletOwner } from './read-wallet.ts'
export { exportWallet, listEntries, readStatement } from './statement/read-entries.ts'
export { addPracticeMoney, PAID_PAGE, startTopUp } from './top-up.ts'
export { emptyWallet, withdraw } from './withdraw.ts'

/** Saves a vendor's wallet settings, and records the change. */
export async function saveWalletSettings(
  db: Queryable,
  source: AuditSource,
  settings: StoredSettings,
): Promise<void> {
  const { businessId: accountId, now } = source
  await inTransaction(db, async (tx) => {
    await lockSettings(tx, accountId)
    const before = await readSettings(tx, accountId)
    await saveSettings(tx, { ...settings, accountId, now })
    await recordVendorChange(tx, source, {
      kind: 'settings',
      action: 'Changed the wallet settings',
      entity: 'wallet_settings',
      before: toLoggedSettings(before),
      after: toLoggedSettings(settings),
    })
  })
}

function toLoggedSettings({ autoPay, lowBalanceAmount }: StoredSettings) {
  return { autoPay, lowBalance: toDecimal(lowBalanceAmount) }
}
