export {
  checkConnection,
  connectStore,
  eraseStores,
  exportStores,
  readConnections,
  removeConnection,
} from './connect-store.ts'
export { changePiece, choosePieces, leaveOut, readSelection } from './choose-pieces.ts'
export type { StoreDesk } from './desk.ts'
export { findStoreProducts, pullPage, readStoreProducts } from './pull-products.ts'
export { pushPieces } from './push-pieces.ts'
export { startPull, startSync } from './start-run.ts'
