export {
  eraseWishlist,
  exportWishlist,
  readWishlist,
  removeProductFromWishlist,
  toggleWishlistItem,
} from './save-wishlist.ts'
export { disableAllAlerts, readAlertSettings, setAlerts } from './alert-settings.ts'
