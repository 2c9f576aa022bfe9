import { formatMoney, SHOP_CURRENCY } from '#core/money.ts'
import type { Setting } from '#features/identity/settings/service.ts'
import type { Tariffs } from '#platform/config/payout-settings.ts'

/** Returns the setting of providers' fees; those of the environment count until others are saved. */
export function createFeeSetting(fallback: Tariffs): Setting<Tariffs> {
  return {
    name: 'provider_fees',
    action: 'Changed the fees of payment providers',
    // Stored by the call alone, which has checked it.
    parse: (stored) => (stored as Tariffs | undefined) ?? fallback,
    // One value: a provider without a fee is in the list of before alone.
    toAuditValues: (fees) => ({
      fees: Object.keys(fees).map((provider) => `${provider}: ${describeFee(fees[provider])}`),
    }),
    describe: (before, after) =>
      [...new Set([...Object.keys(before), ...Object.keys(after)])]
        .map((provider) => [provider, describeFee(before[provider]), describeFee(after[provider])] as const)
        .filter(([, old, changed]) => old !== changed)
        .map(([provider, old, changed]) => `${provider}: ${old} → ${changed}`),
  }
}

function describeFee(fee: Tariffs[string] | undefined): string {
  return fee ? `${fee.bps / 100}% and ${formatMoney(fee.fixed, SHOP_CURRENCY)}` : 'not checked'
}
