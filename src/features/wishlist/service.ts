export { eraseWishlist, exportWishlist } from './leave-with-wishes.ts'
export { endMails, readMails, setTells } from './wish-mails.ts'
export { readWishlist, takeOff, toggleWish } from './keep-wishes.ts'
