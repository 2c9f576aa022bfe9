import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Node, PASSWORD } from './database/nodes.ts'
import { DATA, type Program, startProgram } from './program.ts'

/** The ports of the proxies before the database and before the web processes. */
export type BalancerPorts = Readonly<{
  primary: number
  pooler: number
  web: number
  stats: number
  valkey: number
}>

/** The role and database of the shop. */
export const SHOP = 'shop'

type HaproxyOptions = Readonly<{
  root: string
  nodes: readonly Node[]
  ports: BalancerPorts
  webPorts: readonly number[]
}>

/** Starts HAProxy: it leads to the primary, and to the web processes that are ready. */
export async function startHaproxy({ root, nodes, ports, webPorts }: HaproxyOptions): Promise<Program> {
  const server = ({ name, port, apiUrl }: Node) =>
    `  server ${name} 127.0.0.1:${port} check port ${new URL(apiUrl).port} on-marked-down shutdown-sessions`
  const settings = `
global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout check 3s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${ports.primary}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 2
${nodes.map(server).join('\n')}
listen stats
  mode http
  bind 127.0.0.1:${ports.stats}
  stats enable
  stats uri /
frontend web
  mode http
  bind 127.0.0.1:${ports.web}
  timeout client 60s
  default_backend web
backend web
  mode http
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host shop
  timeout server 60s
  option redispatch
  retry-on conn-failure empty-response 503
  retries 2
  default-server inter 500ms fall 1 rise 1
${webPorts.map((port, index) => `  server web${index} 127.0.0.1:${port} check`).join('\n')}
`
  await writeFile(path.join(root, DATA, 'haproxy.cfg'), settings)
  return startProgram(root, 'haproxy', ['/usr/sbin/haproxy', '-db', '-f', `${DATA}/haproxy.cfg`])
}

/** Returns how many web processes HAProxy sends requests to. */
export async function countReadyWebs({ stats }: BalancerPorts): Promise<number> {
  const csv = await (await fetch(`http://127.0.0.1:${stats}/;csv`)).text()
  return csv.split('\n').filter((line) => /^web,web\d/.test(line) && line.includes(',UP,')).length
}

/** A pooler on `port` before the server on `databasePort`, for one role. */
type PoolerOptions = Readonly<{
  port: number
  databasePort: number
  poolSize: number
  role?: string
  password?: string
}>

/** Starts PgBouncer in transaction mode before a server, with `poolSize` connections to each database. */
export async function startPooler(root: string, options: PoolerOptions): Promise<Program> {
  const { port, databasePort, poolSize, role = SHOP, password = PASSWORD } = options
  const settings = `
[databases]
* = host=127.0.0.1 port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${DATA}/users.txt
admin_users = ${role}
pool_mode = transaction
max_prepared_statements = 500
max_client_conn = 500
default_pool_size = ${poolSize}
query_wait_timeout = 10
server_connect_timeout = 3
server_login_retry = 1
server_check_delay = 5
log_connections = 0
log_disconnections = 0
`
  await writeFile(path.join(root, DATA, 'users.txt'), `"${role}" "${password}"\n`)
  await writeFile(path.join(root, DATA, 'pgbouncer.ini'), settings)
  return startProgram(root, 'pgbouncer', ['/usr/sbin/pgbouncer', `${DATA}/pgbouncer.ini`])
}

/** Starts Valkey, which stores nothing on the disk. */
export function startValkey(root: string, { valkey }: BalancerPorts): Program {
  const settings = ['--bind', '127.0.0.1', '--port', String(valkey), '--save', '', '--daemonize', 'no']
  return startProgram(root, 'valkey', ['/usr/bin/valkey-server', ...settings])
}
