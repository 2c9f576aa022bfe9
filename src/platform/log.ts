import { pino } from 'pino'

/** The structured log: JSON lines on standard output, one object a happening. */
export type Log = Readonly<{
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  child(fields: object): Log
}>

/** A log of the given level. Passwords, tokens and addresses of people are never handed to it. */
export function createLog(level: 'debug' | 'info' | 'warn' | 'error' | 'silent'): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
