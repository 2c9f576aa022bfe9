import { spawn } from 'node:child_process'
import type { Command } from '../../scripts/command.ts'

/** The output and exit code of a command. */
export type CommandOutput = Readonly<{ code: number | null; out: string; err: string }>

/** All settings in the command's environment, and its working folder, by default this one. */
type CommandOptions = Readonly<{ settings?: Readonly<Record<string, string>>; folder?: string }>

/** Runs a command without a terminal and returns its output. */
export function captureCommand(
  { program, args }: Command,
  { settings = {}, folder }: CommandOptions = {},
): Promise<CommandOutput> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
  })
}
