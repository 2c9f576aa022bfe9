import { openDatabase } from '#database/connections/open-database.ts'
import { hashPassword, matchesPassword } from '#features/identity/accounts/sessions/passwords.ts'
import { ensureOperator } from '#features/identity/accounts/service.ts'
import { startRunningShop } from '#tests/shop/running-shop.ts'
import type { Measurement, Row } from './table.ts'

const EMAIL = 'operator@cabochon.example'
const PASSWORD = 'two moons over a quiet sea'

/** The number of sign-ins, each measured beside the hash alone, under the same load of the machine. */
const TIMES = 60

/** Sign-ins before that: a server that has just started runs code that is not compiled yet. */
const WARM_UPS = 100

/** Signing in with a password, and what of it is not the hash of the password. */
export const SIGN_IN: Measurement = { what: 'sign-in', run: measureSignIn }

async function measureSignIn(): Promise<Row[]> {
  const shop = await startRunningShop({ LOG_LEVEL: 'error' })
  const database = await openDatabase({ dataDir: shop.dataDir, log: () => undefined })
  try {
    await ensureOperator(database.db, { email: EMAIL, password: PASSWORD, now: new Date() })
    const passwordHash = await hashPassword(PASSWORD)
    const [hashMs, signInMs]: [number[], number[]] = [[], []]
    for (let n = 0; n < WARM_UPS; n += 1) await signIn(shop.url)
    for (let n = 0; n < TIMES; n += 1) {
      hashMs.push(await measureMs(() => matchesPassword(passwordHash, PASSWORD)))
      signInMs.push(await measureMs(() => signIn(shop.url)))
    }
    const [hash, signInMedian] = [median(hashMs), median(signInMs)]
    return [
      {
        what: 'sign-in: the hash of the password alone, median',
        figure: hash,
        unit: 'ms',
        note: 'of one core',
      },
      {
        what: 'sign-in: everything else of the call, median',
        figure: Math.max(0, signInMedian - hash),
        unit: 'ms',
        bar: 5,
        note: `the whole call ${signInMedian.toFixed(1)} ms`,
      },
    ]
  } finally {
    await database.close()
    await shop.remove()
  }
}

async function signIn(url: string): Promise<void> {
  const response = await fetch(`${url}/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { email: EMAIL, password: PASSWORD } }),
  })
  if (response.status !== 200)
    throw new Error(`signing in was answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Infinity
}
