export type { WebhookDeps } from './port.ts'
export { DELIVER_JOB, readEndpoints } from './manage-endpoints.ts'
export { WEBHOOK_CHANNEL } from './delivery-queries.ts'
export { removeEndpoints } from './endpoint-queries.ts'
