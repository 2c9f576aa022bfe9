import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DATA, runProgram } from '../program.ts'

/** The repository of backups; on several machines object storage or a server of its own. */
export const REPOSITORY = `${DATA}/backups`

/** The folder of the servers' sockets, which pgBackRest connects to. */
export const SOCKETS = `${DATA}/sockets`

const EXAMPLE = path.join(import.meta.dirname, '../../../deploy/postgresql/pgbackrest.conf')

type Backup = Readonly<{ name: string; port: number; repository?: string }>

/** Writes a server's settings of pgBackRest: those of `deploy/postgresql`, with its folders and port. Returns their file. */
export async function writeBackupSettings(root: string, backup: Backup): Promise<string> {
  const { name, port, repository = REPOSITORY } = backup
  const own: Readonly<Record<string, string>> = {
    'repo1-path': repository,
    'pg1-path': `${DATA}/${name}`,
    'pg1-port': String(port),
    'pg1-socket-path': SOCKETS,
  }
  const settings = (await readFile(EXAMPLE, 'utf8')).replaceAll(
    /^([\w-]+)=(.*)$/gm,
    (_line, option: string, value: string) => `${option}=${own[option] ?? value}`,
  )
  const file = settingsOf(name)
  await writeFile(path.join(root, file), settings)
  return file
}

/** Returns the command of pgBackRest on a server, which PostgreSQL runs, too. */
export function backupCommand(name: string): string[] {
  return ['/usr/bin/pgbackrest', `--config=${settingsOf(name)}`, '--stanza=shop']
}

/** Runs pgBackRest on a server, with options and at last the command. Throws with its output when it fails. */
export async function runBackup(root: string, name: string, ...args: readonly string[]): Promise<void> {
  await runProgram(root, 'pgbackrest', [...backupCommand(name), ...args])
}

const settingsOf = (name: string) => `${DATA}/${name}.pgbackrest.conf`
