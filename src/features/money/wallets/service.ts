export {
  findPaymentOwner,
  readSettings as readWalletSettings,
  saveSettings as saveWalletSettings,
} from './queries.ts'
export { readWallet, readWalletBalance, type WalletOwner } from './read-wallet.ts'
export { exportWallet, listEntries, readStatement } from './statement/read-entries.ts'
export { addPracticeMoney, PAID_PAGE, startTopUp } from './top-up.ts'
export { emptyWallet, withdraw } from './withdraw.ts'
