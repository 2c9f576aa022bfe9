import type { Capability } from '#features/money/payments/port.ts'
import { isSupportedCurrency } from './decimal.ts'
import { METHODS, type PaymentMethod } from './order-id.ts'

/** A merchant id with its key, and the currencies (ISO 4217) that its acquirer settles. */
export type RedDotAccount = Readonly<{ mid: string; secretKey: string; currencies: readonly string[] }>

/**
 * The operator's settings of Red Dot. Each payment method has a merchant id; `default` is for those without their
 * own. `refundUrl` is the address of the Merchant API; without it refunds are manual.
 */
export type RedDotSettings = Readonly<{
  baseUrl: string
  accounts: Readonly<Partial<Record<PaymentMethod | 'default', RedDotAccount>>>
  /**
   * Whether the account has unique order ids, so that Red Dot refuses a repeated one. Then payments can be queried by
   * order id.
   */
  hasUniqueOrderIds: boolean
  refundUrl: string | undefined
}>

type Accounts = RedDotSettings['accounts']

/** The maximum amount: twelve digits with the cents. */
const MAX_AMOUNT = 999_999_999_999

/** The card payment methods, which allow chargebacks. */
const CARDS: ReadonlySet<PaymentMethod> = new Set(['vm', 'discover', 'upop'])

/** Returns the account of a payment method; undefined when there is none. */
export function findAccount(accounts: Accounts, method: PaymentMethod): RedDotAccount | undefined {
  return accounts[method] ?? accounts.default
}

/** Returns whether the payer selects the method on Red Dot's page, because the account accepts several. */
export function isMethodChosenOnPage(accounts: Accounts, method: PaymentMethod): boolean {
  return accounts[method] === undefined
}

/** Returns the accounts without repeated merchant ids. */
export function listAccounts(accounts: Accounts): RedDotAccount[] {
  const all = Object.values(accounts).filter((account) => account !== undefined)
  return [...new Map(all.map((account) => [account.mid, account])).values()]
}

/**
 * Returns the currencies and refunds that Red Dot supports for each method. PayNow accepts Singapore dollars only;
 * refunds require the address of the Merchant API, and wallets allow one refund, as their acquirers refuse a second
 * one.
 */
export function listCapabilities({ accounts, refundUrl }: RedDotSettings): Capability[] {
  return METHODS.flatMap((method): Capability[] => {
    const currencies = findAccount(accounts, method)?.currencies.filter(
      (currency) => isSupportedCurrency(currency) && (method !== 'paynow' || currency === 'SGD'),
    )
    if (!currencies || currencies.length === 0) return []
    const isCard = CARDS.has(method)
    const refunds = isCard ? 'many' : 'partial'
    return [
      {
        method,
        currencies,
        min: 1,
        max: MAX_AMOUNT,
        refunds: refundUrl === undefined ? 'none' : refunds,
        refundDays: undefined,
        chargebacks: method !== 'paynow',
        capture: 'at_once',
      },
    ]
  })
}
