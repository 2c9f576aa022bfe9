import type { ClusterShop } from '../shops.ts'

/** The result of a round of a proof: figures for the table, and errors as messages. */
export type ProofResult = Readonly<{ figures: string; errors: readonly string[] }>

/** A deliberate failure, and the conditions after it. `round` begins at 1. */
export type Proof = Readonly<{
  name: string
  run(shop: ClusterShop, round: number): Promise<ProofResult>
}>
