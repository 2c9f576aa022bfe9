import { spawnSync } from 'node:child_process'

/**
 * The command that runs PostgreSQL's programs. It has the words before the program, and the user it runs as when that
 * is not the current one (and must then own the data).
 */
export type RunAs = { before: string[]; user?: { uid: number; gid: number } }

const inUserNamespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534']
const stopWithParent = ['setpriv', '--pdeathsig', 'INT']

/**
 * Decides how to run PostgreSQL, which refuses to run as root. For root: in a user namespace, where it is "nobody"
 * inside and its files stay root's, so that even a folder for root only works; else as an unprivileged user who can
 * reach `program` and `folder`. Throws with a message for people when neither works.
 */
export function resolveRunAs(program: string, folder: string): RunAs {
  // Makes the kernel stop PostgreSQL with this process, even after kill -9.
  const parentDeathArgs =
    process.platform === 'linux' && succeeds([...stopWithParent, 'true']) ? stopWithParent : []
  if (process.getuid?.() !== 0) return { before: parentDeathArgs }
  if (succeeds([...inUserNamespace, 'true'])) return { before: [...inUserNamespace, ...parentDeathArgs] }
  for (const name of ['postgres', 'node', 'nobody']) {
    const user = findUser(name)
    if (user && canAccess(user, program) && canAccess(user, folder)) return { before: parentDeathArgs, user }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, user namespaces are off here, and no unprivileged user can ' +
      'reach this folder. Run as a normal user, or set DATABASE_URL to a running PostgreSQL.',
  )
}

function succeeds(command: string[], user?: { uid: number; gid: number }): boolean {
  const [program = '', ...args] = command
  return spawnSync(program, args, { ...user, stdio: 'ignore' }).status === 0
}

function findUser(name: string): { uid: number; gid: number } | undefined {
  const uid = getNumericId('-u', name)
  const gid = getNumericId('-g', name)
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid }
}

function getNumericId(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

function canAccess(user: { uid: number; gid: number }, target: string): boolean {
  return succeeds(['test', '-x', target], user)
}
