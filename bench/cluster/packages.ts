import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runCaptured } from '../../scripts/command.ts'

/** Debian 13: PgBouncer 1.24, which keeps prepared statements, and Patroni 4, which has quorum commit. */
const SUITE = 'trixie'

const PACKAGES = [
  'postgresql-17',
  'patroni',
  'python3-etcd',
  'etcd-server',
  'haproxy',
  'pgbouncer',
  'pgbackrest',
  'valkey-server',
]

/** The folder with the programs of a cluster, or the reason why they are unavailable. */
export type ClusterPackages = Readonly<{ root: string }> | Readonly<{ missing: string }>

/**
 * Returns a folder with a small Debian that has the programs of a cluster. The first time it is set up by `debootstrap`,
 * which takes about two minutes and 900 MB; nothing is installed outside of the folder.
 */
export async function installClusterPackages(folder: string): Promise<ClusterPackages> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { missing: 'it needs Linux and root, to enter a folder as if it were the system (chroot)' }
  const root = path.join(folder, 'root')
  if (existsSync(path.join(root, 'usr/bin/patroni'))) return { root }
  if (!existsSync('/usr/bin/apt-get')) return { missing: 'it needs a Debian with apt-get' }
  await mkdir(folder, { recursive: true })
  try {
    return { root: await install(folder, root) }
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

async function install(folder: string, root: string): Promise<string> {
  const unfinished = `${root}-unfinished`
  await rm(unfinished, { recursive: true, force: true })
  console.error(`setting up Debian ${SUITE} in ${root} …`)
  const debootstrap = await unpackDebootstrap(folder)
  await run('/usr/bin/env', [
    `DEBOOTSTRAP_DIR=${debootstrap}/usr/share/debootstrap`,
    `${debootstrap}/usr/sbin/debootstrap`,
    '--variant=minbase',
    '--include=ca-certificates',
    SUITE,
    unfinished,
  ])
  // No service starts at its installation, and no database cluster is created.
  await writeFile(path.join(unfinished, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  await mkdir(path.join(unfinished, 'etc/postgresql-common'), { recursive: true })
  await writeFile(
    path.join(unfinished, 'etc/postgresql-common/createcluster.conf'),
    'create_main_cluster = false\n',
  )
  console.error(`installing ${PACKAGES.join(', ')} …`)
  await run('chroot', [
    unfinished,
    '/usr/bin/env',
    'DEBIAN_FRONTEND=noninteractive',
    'LC_ALL=C',
    'apt-get',
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    ...PACKAGES,
  ])
  await rename(unfinished, root)
  return root
}

/** Unpacks the package `debootstrap` into the folder, without changing this machine's system. */
async function unpackDebootstrap(folder: string): Promise<string> {
  const target = path.join(folder, 'debootstrap')
  if (existsSync(path.join(target, 'usr/sbin/debootstrap'))) return target
  await run('/usr/bin/env', ['-C', folder, 'apt-get', 'download', '-qq', 'debootstrap'])
  const archive = (await readdir(folder)).find((name) => /^debootstrap_.*\.deb$/.test(name))
  if (!archive) throw new Error('Debian’s package debootstrap could not be downloaded')
  await run('dpkg', ['-x', path.join(folder, archive), target])
  return target
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runCaptured({ program, args })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output.slice(-2_000)}`)
}
