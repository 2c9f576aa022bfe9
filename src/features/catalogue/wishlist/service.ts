export { eraseWishlist, exportWishlist } from './account-wishlist.ts'
export { disableAllAlerts, readAlertSettings, setAlerts } from './alert-settings.ts'
export { readWishlist, removeProductFromWishlist, toggleWishlistItem } from './save-wishlist.ts'
