import { constants, openSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { Socket } from 'node:net'
import { runCaptured } from '../../../scripts/command.ts'

/** A device that Patroni must write to while its node is the primary. */
export type Watchdog = Readonly<{
  /** Forgets the deadline, as a restart of the machine does. */
  disarm(): void
  close(): void
}>

/**
 * Creates a device like Linux' watchdog. `reset` is called when Patroni armed it and is then silent for too long.
 * It is a pipe, as Patroni's driver `testing` writes its settings as text: `Ctimeout=15` arms it, `V` disarms it, all else is a sign of life.
 */
export async function createWatchdog(file: string, reset: () => void): Promise<Watchdog> {
  const { code, output } = await runCaptured({ program: 'mkfifo', args: [file] })
  if (code !== 0) throw new Error(output)
  await chmod(file, 0o666)
  let seconds = 60
  let timer: NodeJS.Timeout | undefined
  let signs = 0
  const disarm = () => {
    signs += 1
    clearTimeout(timer)
  }
  const expire = () => {
    const before = signs
    // A sign of life that came while this process was busy is read first.
    setImmediate(() => {
      if (signs !== before) return
      console.error(`watchdog: ${file} was silent for ${seconds} s`)
      reset()
    })
  }
  // Open for writing, too, so that it does not end when Patroni closes it.
  const pipe = new Socket({ fd: openSync(file, constants.O_RDWR | constants.O_NONBLOCK), writable: false })
  pipe.on('error', (error) => console.error(`watchdog: ${error.message}`))
  pipe.setEncoding('latin1')
  pipe.on('data', (text: string) => {
    const set = [...text.matchAll(/timeout=(\d+)/g)].at(-1)
    if (set) seconds = Number(set[1])
    disarm()
    if (!text.endsWith('V')) timer = setTimeout(expire, seconds * 1_000)
  })
  return {
    disarm,
    close: () => {
      disarm()
      pipe.destroy()
    },
  }
}
