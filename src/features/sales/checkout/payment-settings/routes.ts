import { refused } from '#core/errors.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { readSettingPage, saveSetting } from '#features/identity/settings/service.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#features/money/payments/contract.ts'
import { CLOSED_METHODS, METHOD_NAMES, type PaymentProvider } from '#features/money/payments/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'

/** Returns the routes of the payment methods' settings; `providers` are the configured ones. */
export function paymentMethodRoutes(providers: readonly PaymentProvider[]): Route[] {
  return [
    route(contract.readPaymentMethods, async (_input, { db }) => {
      const { value: closed, version, history } = await readSettingPage(db, CLOSED_METHODS)
      const methods = PAYMENT_METHODS.map((method) => ({
        method,
        name: METHOD_NAMES[method],
        isOn: !closed.includes(method),
        providers: listTakers(providers, method),
      }))
      return ok('Payment methods', { methods, version, history })
    }),

    route(contract.savePaymentMethods, async ({ body: { off, version } }, context) => {
      const value = PAYMENT_METHODS.filter((method) => off.includes(method))
      const isPayable = PAYMENT_METHODS.some(
        (method) => !value.includes(method) && listTakers(providers, method).length > 0,
      )
      if (!isPayable)
        throw refused('no_method_left', 'Keep at least one method that is set up, or nobody can pay.')
      await saveSetting(context.db, toAuditSource(context), { setting: CLOSED_METHODS, value, version })
      return ok('Saved. New payments can use these methods.', {})
    }),
  ]
}

/** Returns the names of the providers that accept a method. */
function listTakers(providers: readonly PaymentProvider[], method: PaymentMethod): string[] {
  const takers = providers.filter(({ capabilities }) => capabilities.some((one) => one.method === method))
  return takers.map(({ name }) => name)
}
