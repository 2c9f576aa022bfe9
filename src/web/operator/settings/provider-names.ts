const PROVIDERS: Readonly<Record<string, string>> = {
  stripe: 'Stripe',
  reddot: 'Red Dot',
  sandbox: 'Sandbox',
}

/** Returns the name of a payment provider as operators know it. */
export function toProviderName(provider: string): string {
  return PROVIDERS[provider] ?? provider
}
