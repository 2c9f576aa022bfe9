import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { SHOP } from '../balancers.ts'
import { findPrimary, waitFor } from '../cluster.ts'
import { type Node, PASSWORD, TTL_SECONDS } from '../database/nodes.ts'
import type { Proof } from './proof.ts'
import type { ClusterShop } from '../shops.ts'
import { type Disturbance, runUnderPurchases } from './under-purchases.ts'

/** The time limit for accepting orders again after the loss of a primary, in milliseconds. */
const MAX_GAP_MS = (TTL_SECONDS + 10) * 1_000

/** Kills the primary and its Patroni by SIGKILL at a random time while guests buy. */
export const KILL_PRIMARY: Proof = {
  name: '1 primary killed',
  run: async (shop, round) => runUnderPurchases({ ...(await losePrimary(shop)), round }),
}

/** Returns the loss of the present primary and its Patroni by SIGKILL, and their return. */
export async function losePrimary(shop: ClusterShop): Promise<Omit<Disturbance, 'round'>> {
  const { nodes } = shop.cluster
  const primary = await findPrimary(nodes)
  return {
    shop,
    maxGapMs: MAX_GAP_MS,
    cause: async () => {
      await primary.kill()
      return awaitSuccessor(nodes, primary)
    },
    repair: async () => primary.start(),
  }
}

/**
 * Freezes the primary and its Patroni, and resumes them when another node is elected. Then it writes to them
 * directly, without HAProxy. A write that is confirmed there and missing at the new primary is an error.
 */
export const FREEZE_PRIMARY: Proof = {
  name: '2 primary frozen, then back',
  run: async (shop, round) => {
    const { nodes, directUrl } = shop.cluster
    const primary = await findPrimary(nodes)
    const resets = primary.countResets()
    const writer = await openWriter(primary, round)
    const { figures, errors } = await runUnderPurchases({
      shop,
      round,
      maxGapMs: MAX_GAP_MS,
      cause: async () => {
        primary.freeze()
        const successor = await awaitSuccessor(nodes, primary)
        primary.thaw()
        const reset = primary.countResets() > resets ? 'ended by its watchdog' : 'not ended by its watchdog'
        return `${successor}; ${reset}; past HAProxy ${await writer.write()}`
      },
      repair: async () => primary.start(),
    })
    if (!writer.isConfirmed()) return { figures, errors }
    return (await writer.isStored(directUrl))
      ? { figures: `${figures}; that write is stored`, errors }
      : { figures, errors: [...errors, 'a write that was confirmed past HAProxy is lost'] }
  },
}

/** Moves the primary role to another node, as for maintenance. */
export const SWITCHOVER: Proof = {
  name: '4 switchover',
  run: async (shop, round) => {
    const { nodes } = shop.cluster
    const primary = await findPrimary(nodes)
    return runUnderPurchases({
      shop,
      round,
      maxGapMs: 10_000,
      cause: async () => {
        const startedAt = performance.now()
        const answer = await fetch(`${primary.apiUrl}/switchover`, {
          method: 'POST',
          body: JSON.stringify({ leader: primary.name }),
        })
        if (!answer.ok) throw new Error(`Patroni refused: ${answer.status} ${await answer.text()}`)
        return awaitSuccessor(nodes, primary, startedAt)
      },
    })
  },
}

async function awaitSuccessor(
  nodes: readonly Node[],
  lost: Node,
  startedAt = performance.now(),
): Promise<string> {
  const others = nodes.filter((node) => node !== lost)
  let successor = lost
  await waitFor('another node is the primary', async () => {
    successor = await findPrimary(others)
    return successor !== lost
  })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  return `${lost.name} lost, ${successor.name} after ${seconds} s`
}

/** Opens a direct connection to a node, like a client that stays connected after a change of the primary. */
async function openWriter({ port }: Node, round: number) {
  const client = new Client({ host: '127.0.0.1', port, user: SHOP, password: PASSWORD, database: SHOP })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('create table if not exists split_brain (round int)')
  let isConfirmed = false
  return {
    isConfirmed: () => isConfirmed,
    write: async () => {
      const outcome = client.query('insert into split_brain values ($1)', [round]).then(
        () => {
          isConfirmed = true
          return 'it confirmed a write'
        },
        (error: Error) => `it refused a write (${error.message})`,
      )
      const text = await Promise.race([outcome, delay(20_000, 'it confirmed no write in 20 s')])
      await client.end().catch(() => undefined)
      return text
    },
    isStored: async (url: string) => {
      const reader = new Client({ connectionString: url })
      await reader.connect()
      try {
        const { rowCount } = await reader.query('select from split_brain where round = $1', [round])
        return rowCount === 1
      } finally {
        await reader.end()
      }
    },
  }
}
