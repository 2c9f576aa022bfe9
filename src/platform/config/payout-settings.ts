import { z } from 'zod'
import { readBic, readIban } from '#platform/bank-account.ts'
import { parseCents } from '#core/money.ts'
import { jsonSetting } from './json-setting.ts'

const Bank = z.strictObject({
  holder: z.string().trim().min(1).max(70),
  iban: z
    .string()
    .transform((text) => readIban(text))
    .pipe(z.string('must be a valid IBAN'))
    .optional(),
  number: z
    .string()
    .regex(/^\d{5,20}$/, 'must be an account number of 5 to 20 digits')
    .optional(),
  bic: z
    .string()
    .transform((text) => readBic(text))
    .pipe(z.string('must be a valid BIC'))
    .optional(),
})

/** A percentage with at most two decimals, parsed to basis points. */
const Percent = z
  .string()
  .transform((text) => parseCents(text))
  .pipe(z.number('must be a percentage such as 12.5').max(10_000, 'must be at most 100'))

/** The fee of a provider for a payment: a percentage, and a fixed amount in minor units. */
const Tariff = z
  .strictObject({ percent: z.number().min(0).max(100), fixed: z.int().min(0) })
  .transform(({ percent, fixed }) => ({ bps: Math.round(percent * 100), fixed }))

/** The settings of payouts and commissions in the environment; `PAYOUT_BANK` is JSON. */
export const PAYOUT_ENVIRONMENT = {
  PAYOUT_MINIMUM: z
    .string()
    .default('25')
    .transform((text) => parseCents(text))
    .pipe(z.number('must be an amount such as 25.00').min(1, 'must be above 0')),
  PAYOUT_EVERY_DAYS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a number of days')
    .default('7')
    .transform(Number)
    .pipe(z.number().min(1, 'must be at least 1')),
  PAYOUT_BANK: jsonSetting('{"holder": …, "iban": …, "bic": …}')
    .pipe(Bank)
    .refine(({ iban, number, bic }) => iban !== undefined || (number !== undefined && bic !== undefined), {
      error: 'needs an iban, or a number and a bic',
    })
    .optional(),
  PROVIDER_TARIFFS: jsonSetting('{"stripe": {"percent": 3.4, "fixed": 50}}')
    .pipe(z.record(z.string(), Tariff))
    .optional(),
  COMMISSION_PERCENT: Percent.prefault('15'),
  SHIPPING_COMMISSION_PERCENT: Percent.prefault('0'),
  COMMISSION_TAX_PERCENT: Percent.prefault('9'),
}

const Environment = z.object(PAYOUT_ENVIRONMENT)

/** The account that payouts are made from. */
export type PayoutBank = z.output<typeof Bank>

/** The settings of payouts: the minimum in minor units, and the interval in days. */
export type PayoutSettings = Readonly<{ minimum: number; everyDays: number; bank: PayoutBank | undefined }>

/** The agreed fees of providers, by their names. They are in basis points of a payment and in minor units. */
export type Tariffs = Readonly<Record<string, Readonly<{ bps: number; fixed: number }>>>

/** The default commission on products in basis points, that on shipping, and the tax on both. */
export type CommissionSettings = Readonly<{ bps: number; shippingBps: number; taxBps: number }>

/** Returns the operator's settings of payouts to suppliers. */
export function toPayoutSettings(env: z.output<typeof Environment>): PayoutSettings {
  return { minimum: env.PAYOUT_MINIMUM, everyDays: env.PAYOUT_EVERY_DAYS, bank: env.PAYOUT_BANK }
}

/** Returns the configured commission on a sale. */
export function toCommissionSettings(env: z.output<typeof Environment>): CommissionSettings {
  return {
    bps: env.COMMISSION_PERCENT,
    shippingBps: env.SHIPPING_COMMISSION_PERCENT,
    taxBps: env.COMMISSION_TAX_PERCENT,
  }
}
