export {
  checkConnection,
  connectStore,
  eraseStores,
  exportStores,
  readConnections,
  removeConnection,
} from './connecting/connect-store.ts'
export { changePiece, choosePieces, leaveOut, readSelection } from './listings/choose-products.ts'
export type { StoreDesk } from './deps.ts'
export { findStoreProducts, pullPage, readStoreProducts } from './products/pull-products.ts'
export { pushPieces } from './listings/push-products.ts'
export { startPull, startSync } from './runs/start-run.ts'
