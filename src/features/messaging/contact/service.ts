export { sendContactMessage, type ContactDeps } from './send-message.ts'
export { decideSubscription, readSubscription, subscribeToNewsletter } from './newsletter/newsletter.ts'
export { eraseSender, exportSender, type SenderData } from './sender-data.ts'
