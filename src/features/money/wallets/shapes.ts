import { z } from '@hono/zod-openapi'

/** The kinds of wallet movements. */
export const ENTRY_KINDS = [
  'top_up',
  'payment',
  'refund',
  'withdrawal',
  'chargeback',
  'debt',
  'correction',
] as const

export type EntryKind = (typeof ENTRY_KINDS)[number]

/** A movement in a wallet: a positive `amount` was added; `balance` is the wallet's balance after it. Decimals. */
export const WalletEntry = z
  .object({
    id: z.number(),
    at: z.string(),
    kind: z.enum(ENTRY_KINDS),
    text: z.string(),
    /** The shop orders that it is about. */
    orders: z.array(z.object({ id: z.string(), number: z.string() })),
    amount: z.number(),
    balance: z.number(),
  })
  .openapi('WalletEntry')

/** A vendor's wallet settings. `lowBalance` is the balance below which a warning is sent. */
export const WalletSettings = z
  .object({
    autoPay: z.boolean(),
    lowBalance: z.number(),
  })
  .openapi('WalletSettings')
