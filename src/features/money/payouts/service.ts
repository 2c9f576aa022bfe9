export { PAYING_BANK } from './sending/move-payout.ts'
export { exportPayouts } from './statements/statement.ts'
