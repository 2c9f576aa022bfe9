import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A program with its arguments; `env` is added to the environment of this process. */
export type Command = Readonly<{
  program: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
}>

/** Returns the command of a package's tool, such as `oxlint`. */
export function toolCommand(name: string, ...args: string[]): Command {
  return { program: join('node_modules', '.bin', name), args }
}

/** Returns the command of a TypeScript file run by this very Node. */
export function scriptCommand(file: string, ...args: string[]): Command {
  return { program: process.execPath, args: [file, ...args] }
}

/** Returns the command of an npm script of the shop, such as `audit`. Throws when Node does not run it. */
export function shopCommand(name: string, ...args: string[]): Command {
  const root = join(import.meta.dirname, '..')
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const [program, ...given] = scripts[name]?.split(' ') ?? []
  if (program !== 'node') throw new Error(`package.json has no command ${name} that Node runs`)
  // npm runs them in the project's folder; here they may run in any.
  const nodeArgs = given.map((arg) => (/^(\.\/)?src\//.test(arg) ? join(root, arg) : arg))
  return { program: process.execPath, args: [...nodeArgs, ...args] }
}

/**
 * Returns the command of the shop's server. Its young generation is half of what Node allows: a third less memory
 * for as many answers. Its heap is bounded just below the 2 GB from which on V8 lets one grow fourfold before it
 * collects. It may ask for its memory to be collected (`src/main/wiring/open-shop.ts`). With the cache of
 * compiled files from the first file on, Node's TypeScript compiler is not even loaded. glibc would keep freed
 * memory of each thread apart.
 */
export function serverCommand(...args: string[]): Command {
  const flags = ['--max-semi-space-size=8', '--max-old-space-size=1950', '--expose-gc']
  return {
    program: process.execPath,
    args: [...flags, join(import.meta.dirname, '../src/main/server.ts'), ...args],
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compiled'), MALLOC_ARENA_MAX: '2' },
  }
}

/** Runs a command, its output shown as it comes, and returns its exit code. Signals to us are passed on to it. */
export async function runInherited(command: Command): Promise<number> {
  return run(command, 'inherit', () => undefined)
}

/** Runs a command and returns its exit code and its whole output. It has no input, so it cannot prompt. */
export async function runCaptured(command: Command): Promise<{ code: number; output: string }> {
  const outputChunks: Buffer[] = []
  const code = await run(command, 'pipe', (chunk) => outputChunks.push(chunk))
  return { code, output: Buffer.concat(outputChunks).toString() }
}

function run(
  command: Command,
  output: 'inherit' | 'pipe',
  onOutput: (chunk: Buffer) => void,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const child = spawn(command.program, [...command.args], {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...command.env },
    // Tools are .cmd files there, which only a shell runs.
    shell: process.platform === 'win32',
  })
  child.stdout?.on('data', onOutput)
  child.stderr?.on('data', onOutput)
  const forwardSignal = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGTERM', forwardSignal).on('SIGINT', forwardSignal)
  child.on('error', reject)
  child.on('close', (code) => {
    process.off('SIGTERM', forwardSignal).off('SIGINT', forwardSignal)
    // Ended by a signal: no code of its own, and certainly no success.
    resolve(code ?? 1)
  })
  return promise
}
