import type { Capability } from '#features/money/payments/port.ts'
import { isSupportedCurrency } from './decimal.ts'
import { METHODS, type PaymentMethod } from './order-id.ts'

/** A merchant id with its key, and the currencies (ISO 4217) its acquirer settles. */
export type RedDotAccount = Readonly<{ mid: string; secretKey: string; currencies: readonly string[] }>

/**
 * The operator's settings of Red Dot. Each way to pay is bound to a merchant id; `default` takes those that have
 * none of their own. `refundUrl` is the address of the Merchant API; without it refunds are made by hand.
 */
export type RedDotSettings = Readonly<{
  baseUrl: string
  accounts: Readonly<Partial<Record<PaymentMethod | 'default', RedDotAccount>>>
  /**
   * Whether Red Dot refuses a repeated order ID, which is enabled for the account. Then payments can be queried by
   * order ID.
   */
  hasUniqueOrderIds: boolean
  refundUrl: string | undefined
}>

type Accounts = RedDotSettings['accounts']

/** The largest amount that is requested: twelve digits with the cents. */
const MAX_AMOUNT = 999_999_999_999

/** Ways to pay by card, whose payers' banks may take the money back. */
const CARDS: ReadonlySet<PaymentMethod> = new Set(['vm', 'discover', 'upop'])

/** Returns the account of a payment method; undefined when there is none. */
export function findAccount(accounts: Accounts, method: PaymentMethod): RedDotAccount | undefined {
  return accounts[method] ?? accounts.default
}

/** Returns whether Red Dot's page has to ask for the payment method, because the account takes several. */
export function isMethodChosenOnPage(accounts: Accounts, method: PaymentMethod): boolean {
  return accounts[method] === undefined
}

/** Returns the accounts, each merchant ID once. */
export function listAccounts(accounts: Accounts): RedDotAccount[] {
  const all = Object.values(accounts).filter((account) => account !== undefined)
  return [...new Map(all.map((account) => [account.mid, account])).values()]
}

/**
 * Returns which currencies and refunds Red Dot supports for each method. PayNow takes Singapore dollars only;
 * refunds need the address of the Merchant API, and wallets allow no more than one, as their acquirers take no
 * second one.
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
