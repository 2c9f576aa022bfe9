import type { AnswerTo } from '#web/app/calls/endpoints.ts'

/** A reported conversation in the list. */
export type ChatReport = AnswerTo<'GET /operator/chat-reports'>['reports'][number]

/** The labels of reasons of reports. */
export const REASONS: Readonly<Record<ChatReport['reason'], string>> = {
  spam: 'Advertising',
  abuse: 'Abuse',
  fraud: 'Fraud',
  other: 'Something else',
}

/** Describes a report, such as `Mei Tan reported Atelier Luce`. */
export function describeReport({ by, customer, supplier }: ChatReport): string {
  return by === 'customer'
    ? `${customer.name} reported ${supplier.name}`
    : `${supplier.name} reported ${customer.name}`
}
