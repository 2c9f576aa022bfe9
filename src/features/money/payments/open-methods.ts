import type { Queryable } from '#database/database.ts'
import { readSetting, type Setting } from '#features/identity/settings/service.ts'
import type { PaymentMethod } from './contract.ts'
import type { PaymentProvider } from './port.ts'

/** The names of the methods, as payers read them. */
export const METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  vm: 'Visa and Mastercard',
  discover: 'Diners and Discover',
  paynow: 'PayNow',
  upop: 'UnionPay',
  alipay: 'Alipay',
}

/** The setting of the payment methods that are currently closed. */
export const CLOSED_METHODS: Setting<readonly PaymentMethod[]> = {
  name: 'payment_methods',
  action: 'Changed the payment methods',
  // Only the call stores it, after validation.
  parse: (stored) => (stored as readonly PaymentMethod[] | undefined) ?? [],
  toAuditValues: (closed) => ({ off: closed.map((method) => METHOD_NAMES[method]) }),
  describe: (before, after) => [
    ...after.filter((method) => !before.includes(method)).map((method) => `${METHOD_NAMES[method]}: off`),
    ...before.filter((method) => !after.includes(method)).map((method) => `${METHOD_NAMES[method]}: on`),
  ],
}

/** Returns the providers with only the methods that are open for new payments. */
export async function selectOpenMethods(
  db: Queryable,
  providers: readonly PaymentProvider[],
): Promise<readonly PaymentProvider[]> {
  const closed = await readSetting(db, CLOSED_METHODS)
  if (closed.length === 0) return providers
  return providers.map((provider) => ({
    ...provider,
    capabilities: provider.capabilities.filter(({ method }) => !closed.includes(method)),
  }))
}
