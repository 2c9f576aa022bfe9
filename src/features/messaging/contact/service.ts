export { sendContactMessage, type ContactDeps } from './send-message.ts'
export { decideSubscription, readSubscription, subscribeToNewsletter } from './newsletter/newsletter.ts'
