import { Presets, SingleBar } from 'cli-progress'

/** How far an import is; `total` as soon as it is known. */
export type ImportProgress = Readonly<{
  phase: 'reading' | 'planning' | 'applying'
  done: number
  total: number | null
}>

/** Shows how far an import is until it is stopped. */
export type ProgressDisplay = Readonly<{ onProgress(progress: ImportProgress): void; stop(): void }>

/** A bar on a terminal; elsewhere a line for each phase and each tenth part, so that a log stays readable. */
export function createProgressBar(): ProgressDisplay {
  if (!process.stdout.isTTY) return { onProgress: createPlainProgress(), stop: () => undefined }
  const bar = new SingleBar(
    { format: '{phase} {bar} {value}/{total}', hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  )
  bar.start(1, 0, { phase: 'reading ' })
  return {
    onProgress({ phase, done, total }) {
      bar.setTotal(Math.max(total ?? done, 1))
      bar.update(done, { phase: phase.padEnd(8) })
    },
    stop: () => bar.stop(),
  }
}

function createPlainProgress(): (progress: ImportProgress) => void {
  let lastLine = ''
  return ({ phase, done, total }) => {
    const progressStep = total ? Math.floor((done * 10) / total) : Math.floor(done / 20_000)
    if (lastLine === `${phase} ${progressStep}`) return
    lastLine = `${phase} ${progressStep}`
    console.log(total ? `${phase}: ${done} of ${total} products` : `${phase}: ${done} rows`)
  }
}
