import { isConnectionFailure, sqlState } from '#database/failures.ts'
import { describeError } from '#platform/log.ts'

/**
 * Runs a command and returns its exit code. A failure is 1, and is printed on the error output as a message that says
 * what to do: a stack trace helps only developers of the code.
 */
export async function runCommand(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    console.error(describeFailure(error))
    return 1
  }
}

/** Returns an error message for the operator that names the setting to check. It contains no values of statements. */
export function describeFailure(error: unknown): string {
  const advice = getAdvice(error)
  return advice ? `${describeError(error)}\n${advice}` : describeError(error)
}

/**
 * The error codes of a folder that cannot be created or written: it is a file, forbidden, read-only, or the disk is
 * full.
 */
const FOLDER_CODES = new Set(['EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC'])

function getAdvice(error: unknown): string | undefined {
  const code: unknown = error instanceof Object ? Reflect.get(error, 'code') : undefined
  if (code === 'EADDRINUSE') return 'The port is in use. Set PORT to a different port.'
  if (FOLDER_CODES.has(String(code))) return 'Set DATA_DIR to a writable folder on a disk with free space.'
  if (isConnectionFailure(error))
    return 'The database doesn’t respond. Check that it is running and that DATABASE_URL is correct. Without DATABASE_URL the shop starts its own.'
  // Class 28 is "invalid authorization", 3D000 an unknown database.
  if (/^(28\w{3}|3D000)$/.test(sqlState(error) ?? ''))
    return 'Check the user, password and database name in DATABASE_URL.'
  return undefined
}
