import { type InterruptionPoint, INTERRUPTION_POINTS } from '#tests/faults/effect.ts'
import { type Interruption, isDuplicated, isLost } from '#tests/faults/round.ts'

/** The outcomes of one kind of effect at one point; `byHand` were resolved by an operator. */
type EffectStats = {
  effect: string
  point: InterruptionPoint
  kills: number
  rounds: number
  byHand: number
  lost: number
  doubled: number
}

/** The outcomes of kills by kind of effect and point. */
type KillTable = Readonly<{
  count(interruption: Interruption): void
  sum(column: 'rounds' | 'lost' | 'doubled'): number
  print(title: string): void
}>

/** Returns an empty table of these kinds of effects. */
export function createKillTable(effects: readonly string[]): KillTable {
  const table = effects.flatMap((effect) =>
    INTERRUPTION_POINTS.map((point): EffectStats => ({
      effect,
      point,
      kills: 0,
      rounds: 0,
      byHand: 0,
      lost: 0,
      doubled: 0,
    })),
  )
  return {
    count({ effect, point, outcomes }) {
      const row = table.find((stats) => stats.effect === effect && stats.point === point)
      if (!row) return
      row.kills += 1
      row.rounds += outcomes.length
      row.byHand += outcomes.filter(({ byHand }) => byHand).length
      row.lost += outcomes.filter(isLost).length
      row.doubled += outcomes.filter(isDuplicated).length
    },
    sum: (column) => table.reduce((total, row) => total + row[column], 0),
    print(title) {
      console.log(`\n| ${title} | killed | rounds | kills | by hand | lost | doubled |`)
      console.log('|---|---|---|---|---|---|---|')
      for (const { effect, point, rounds, kills, byHand, lost, doubled } of table)
        console.log(`| ${[effect, point, rounds, kills, byHand, lost, doubled].join(' | ')} |`)
    },
  }
}
