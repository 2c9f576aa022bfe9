import type { RedDotSettings } from '#connectors/red-dot/accounts.ts'
import { RED_DOT_SERVERS, redDot } from '#connectors/red-dot/red-dot.ts'
import { type Sandbox, sandboxPay } from '#connectors/sandbox-pay/provider.ts'
import { stripePay } from '#connectors/stripe/stripe-pay.ts'
import type { PaymentProvider } from '#features/money/payments/service.ts'
import type { Config, PreferredProvider } from '#platform/config/config.ts'
import type { RedDotEnvironment } from '#platform/config/red-dot-settings.ts'
import type { AppSetup } from './setup.ts'

/**
 * Returns the configured payment providers in order of preference. The order is that of `PAYMENT_PROVIDERS`, else
 * real ones come before the sandbox. A provider that is not in that list takes no new payments, but its webhook
 * events are still accepted. Throws when the list names an unconfigured provider, or one twice.
 */
export function paymentProviders({ config, send }: AppSetup, sandbox: Sandbox): readonly PaymentProvider[] {
  const { payments, sandboxPay: hasSandbox } = config
  const all = [
    ...(payments.stripe ? [stripePay({ ...payments.stripe, send })] : []),
    ...(payments.redDot ? [redDot({ send, settings: toRedDotSettings(payments.redDot) })] : []),
    ...(hasSandbox ? [sandboxPay(sandbox)] : []),
  ]
  return payments.preference ? sortByPreference(all, payments.preference) : all
}

function toRedDotSettings(settings: RedDotEnvironment): RedDotSettings {
  return { ...settings, baseUrl: settings.url ?? RED_DOT_SERVERS[settings.server] }
}

function sortByPreference(
  all: readonly PaymentProvider[],
  preference: NonNullable<Config['payments']['preference']>,
): PaymentProvider[] {
  const names = preference.map(({ name }) => name)
  if (new Set(names).size !== names.length) throw new Error('PAYMENT_PROVIDERS lists a provider twice')
  const preferred = preference.map((wanted) => limitMethods(all, wanted))
  const remaining = all.filter(({ name }) => !names.includes(name))
  return [...preferred, ...remaining.map((provider) => ({ ...provider, capabilities: [] }))]
}

function limitMethods(
  all: readonly PaymentProvider[],
  { name, methods }: PreferredProvider,
): PaymentProvider {
  const provider = all.find((candidate) => candidate.name === name)
  if (!provider) throw new Error(`PAYMENT_PROVIDERS lists ${name}, which is not configured`)
  const unknown = methods?.find((method) => !provider.capabilities.some((row) => row.method === method))
  if (unknown) throw new Error(`PAYMENT_PROVIDERS assigns ${unknown} to ${name}, which does not support it`)
  const capabilities = provider.capabilities.filter((row) => methods?.includes(row.method) ?? true)
  return { ...provider, capabilities }
}
