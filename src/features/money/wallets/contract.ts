import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { PAYMENT_METHODS } from '#features/money/payments/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { WalletEntry, WalletSettings } from './shapes.ts'

const READ_LIMIT = { calls: 240, windowMs: MINUTE }
const WRITE_LIMIT = { calls: 30, windowMs: MINUTE }

/** An amount as vendors type it, with at most two decimals. */
const Amount = z
  .number()
  .positive('Enter an amount above zero.')
  .max(100_000, 'Enter at most 100,000.00.')
  .refine((amount) => Number.isInteger(Math.round(amount * 1e6) / 1e4), 'Use at most two decimals.')

/** The wallet: `practice` is the one of practice orders, whose money has no value. */
const WalletName = z.enum(['real', 'practice']).default('real')

export const getWallet = endpoint({
  method: 'GET',
  path: '/vendor/wallet',
  summary: 'Returns your wallet: balance, withdrawable amount, settings, and the ways to add money',
  access: { vendor: 'money:read' },
  answer: Envelope.extend({
    wallet: z
      .object({
        currency: z.string(),
        balance: z.number(),
        /** The debt from a reversed payment, which the next money pays first. */
        owed: z.number(),
        withdrawable: z.number(),
        isLow: z.boolean(),
        practiceBalance: z.number(),
        settings: WalletSettings,
        paymentMethods: z.array(z.enum(PAYMENT_METHODS)),
      })
      .openapi('Wallet'),
  }),
  limit: READ_LIMIT,
})

export const listWalletEntries = endpoint({
  method: 'GET',
  path: '/vendor/wallet/entries',
  summary: 'Lists the transactions of your wallet, newest first, fifty a page',
  access: { vendor: 'money:read' },
  query: z.object({
    wallet: WalletName,
    /** The `nextCursor` of the previous page. */
    cursor: z.coerce.number<string | number>().int().min(1).optional(),
  }),
  answer: Envelope.extend({ entries: z.array(WalletEntry), nextCursor: z.number().nullable() }),
  limit: READ_LIMIT,
})

export const downloadWalletStatement = endpoint({
  method: 'GET',
  path: '/vendor/wallet/statements/{month}',
  summary: 'Returns the statement of your wallet for a month such as `2026-03`, as PDF or CSV',
  access: { vendor: 'money:read' },
  params: z.object({
    month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-03.'),
  }),
  query: z.object({ format: z.enum(['pdf', 'csv']).default('pdf') }),
  answer: z.string(),
  limit: { calls: 30, windowMs: MINUTE },
})

export const saveWalletSettings = endpoint({
  method: 'POST',
  path: '/vendor/wallet/settings',
  summary:
    'Sets whether orders are paid from your wallet automatically, and when you are warned that it runs low',
  access: { vendor: 'money:write' },
  body: z.object({ autoPay: z.boolean(), lowBalance: z.number().min(0).max(1_000_000) }),
  answer: Envelope.extend({ settings: WalletSettings }),
  limit: WRITE_LIMIT,
})

export const topUpWallet = endpoint({
  method: 'POST',
  path: '/vendor/wallet/top-ups',
  summary: 'Opens a payment page to add money to your wallet; practice money is added at once',
  access: { vendor: 'money:write' },
  body: z.object({
    wallet: WalletName,
    amount: Amount,
    paymentMethod: z.enum(PAYMENT_METHODS).optional(),
  }),
  answer: Envelope.extend({ paymentUrl: z.string().nullable() }),
  refusals: ['provider_refused', 'too_many_attempts', 'practice_wallet_full'],
  limit: WRITE_LIMIT,
})

export const withdrawFromWallet = endpoint({
  method: 'POST',
  path: '/vendor/wallet/withdrawals',
  summary:
    'Withdraws money from your wallet to the payment methods it came from, newest payment first; once for each idempotency key',
  access: { vendor: 'money:write' },
  confirmed: true,
  body: z.object({ amount: Amount, idempotencyKey: z.string().min(8).max(100) }),
  answer: Envelope.extend({ withdrawn: z.number() }),
  refusals: ['not_enough_money', 'not_withdrawable', 'key_reused'],
  limit: WRITE_LIMIT,
})

export type WalletData = z.input<typeof getWallet.answer>['wallet']
export type WalletEntryData = z.input<typeof WalletEntry>
export type WalletSettingsData = z.input<typeof WalletSettings>
