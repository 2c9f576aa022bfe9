import type { Config } from '#platform/config/config.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** What to warn of before a shop opens that others can reach with the doors of development open; undefined when all is well. */
export function exposureWarning({ production, host, publicUrl, sandboxPay }: Config): string | undefined {
  const isReachable = !LOOPBACK.test(host) || !LOOPBACK.test(new URL(publicUrl).hostname)
  if (!isReachable) return undefined
  if (!production)
    return 'others can reach this shop in development mode: /dev/mail shows everybody all mails, and orders are paid without money. Set NODE_ENV=production.'
  return sandboxPay ? 'the sandbox payment page is on: orders are paid without money' : undefined
}
