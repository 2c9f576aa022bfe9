import { invalid } from '#core/errors.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { readSettingPage, saveSetting } from '#features/identity/settings/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { ReconciliationDeps } from '../routes.ts'
import * as contract from './contract.ts'
import { createFeeSetting } from './fee-setting.ts'

/** Returns the routes by which operators set the fees agreed with payment providers. */
export function providerFeeRoutes({ providers, tariffs }: ReconciliationDeps): Route[] {
  const setting = createFeeSetting(tariffs)
  return [
    route(contract.readProviderFees, async (_input, { db }) => {
      const { value, version, history } = await readSettingPage(db, setting)
      const fees = Object.entries(value).map(([provider, fee]) => ({ provider, ...fee }))
      return ok('Fees', { currency: SHOP_CURRENCY, providers: [...providers], fees, version, history })
    }),

    route(contract.saveProviderFees, async ({ body: { fees, version } }, context) => {
      const unknown = fees.find(({ provider }) => !providers.includes(provider))
      if (unknown) throw invalid('provider_unknown', `The provider “${unknown.provider}” isn’t set up.`)
      const value = Object.fromEntries(fees.map(({ provider, bps, fixed }) => [provider, { bps, fixed }]))
      await saveSetting(context.db, toAuditSource(context), { setting, value, version })
      return ok('Saved. Reports imported from now on are checked against these fees.', {})
    }),
  ]
}
