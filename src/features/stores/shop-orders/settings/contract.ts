import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/**
 * A vendor's settings of buying orders; amounts in the marketplace's currency, the margin a percentage of the retail
 * price.
 */
export const ForwardingSettingsShape = z
  .object({
    /** Whether nothing of an order is bought while an item has to wait. */
    wholeOrdersOnly: z.boolean(),
    /** How long a paid order can be cancelled before suppliers get it. */
    holdMinutes: z.int().min(2, 'Enter at least 2 minutes.').max(10, 'Enter at most 10 minutes.'),
    shipping: z.enum(['cheapest', 'fastest']),
    /** Orders with a higher cost or a lower margin wait for approval. */
    maxCost: z.number().positive('Enter an amount above zero.').max(1_000_000).nullable(),
    minMarginPercent: z.number().min(0).max(99.99, 'Enter at most 99.99%.').nullable(),
    /** The price that customs are told: the cost to the vendor, or what the customer paid in the store. */
    customsValue: z.enum(['cost', 'retail']),
  })
  .openapi('ForwardingSettings')

export const getForwardingSettings = endpoint({
  method: 'GET',
  path: '/vendor/forwarding-settings',
  summary: 'Returns your forwarding settings',
  access: { vendor: 'orders:read' },
  answer: Envelope.extend({ settings: ForwardingSettingsShape }),
  limit: { calls: 240, windowMs: MINUTE },
})

export const saveForwardingSettings = endpoint({
  method: 'POST',
  path: '/vendor/forwarding-settings',
  summary: 'Changes your forwarding settings; waiting orders are checked against them again',
  access: { vendor: 'settings:write' },
  body: ForwardingSettingsShape.partial({ customsValue: true }),
  answer: Envelope.extend({ settings: ForwardingSettingsShape }),
  limit: { calls: 30, windowMs: MINUTE },
})

export type ForwardingSettingsData = z.input<typeof ForwardingSettingsShape>
export type ForwardingSettingsInput = z.output<typeof saveForwardingSettings.body>
