export { eraseWishlist, exportWishlist } from './delete-wishes.ts'
export { endMails, readMails, setTells } from './wish-mails.ts'
export { readWishlist, takeOff, toggleWish } from './save-wishes.ts'
