export { sendMessage, type MessageDesk } from './send-message.ts'
export { decideSubscription, readSubscription, subscribeToNewsletter } from './newsletter/newsletter.ts'
