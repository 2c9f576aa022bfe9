import type { ClusterShop } from './shops.ts'

/** What came of one round of a proof: figures for the table, and what was wrong, as messages. */
export type ProofResult = Readonly<{ figures: string; errors: readonly string[] }>

/** A failure that is caused on purpose, and what must be true afterwards. `round` begins at 1. */
export type Proof = Readonly<{
  name: string
  run(shop: ClusterShop, round: number): Promise<ProofResult>
}>
