import { connect, createServer, type Socket } from 'node:net'

/**
 * Violations of PgBouncer's transaction mode among all that was sent to it. They are a setting in the startup
 * message, which it refuses, and statements that leave something in a session, which the next client would find
 * (https://www.pgbouncer.org/features.html).
 */
export type Pooler = Readonly<{
  url: string
  faults: readonly string[]
  connections(): number
  close(): void
}>

/** The settings that PgBouncer accepts with a connection. */
const KNOWN_SETTINGS = ['user', 'database', 'client_encoding', 'datestyle', 'timezone', 'application_name']

const SESSION_STATEMENT =
  /(^|;)\s*(listen|unlisten|discard|reset|prepare|deallocate|load|set\s+(?!local\b|constraints\b))|pg_(try_)?advisory_(un)?lock(_all|_shared)?\s*\(|create\s+temp|with\s+hold/i

const PROTOCOL_3 = 196_608

/** Starts a pooler in front of a database that records the shop's queries. Each client has its own connection. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const target = new URL(databaseUrl)
  const faults: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((client) => {
    connections += 1
    const upstream = connect({ host: target.hostname, port: Number(target.port) })
    const read = createReader(faults)
    client.on('data', (data: Buffer) => {
      read(data)
      upstream.write(data)
    })
    upstream.on('data', (data) => client.write(data))
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    faults,
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Reads the messages of a client (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
function createReader(faults: string[]): (data: Buffer) => void {
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (data) => {
    rest = Buffer.concat([rest, data])
    for (;;) {
      const headerBytes = isStarted ? 5 : 4
      if (rest.length < headerBytes) return
      const end = headerBytes - 4 + rest.readInt32BE(headerBytes - 4)
      if (rest.length < end) return
      const body = rest.subarray(headerBytes, end)
      if (isStarted) faults.push(...readStatement(String.fromCharCode(rest[0] ?? 0), body))
      else if (body.readInt32BE(0) === PROTOCOL_3) {
        isStarted = true
        faults.push(...readStartup(body.subarray(4)))
      }
      rest = rest.subarray(end)
    }
  }
}

function readStartup(body: Buffer): string[] {
  const parts = body.toString('utf8').split('\0')
  return parts
    .filter((_, index) => index % 2 === 0)
    .filter((name) => name !== '' && !KNOWN_SETTINGS.includes(name.toLowerCase()))
    .map((name) => `unsupported startup parameter: ${name}`)
}

/** A simple query (`Q`) is its text, and a prepared one (`P`) starts with a name. */
function readStatement(kind: string, body: Buffer): string[] {
  if (kind !== 'Q' && kind !== 'P') return []
  const text = body.toString('utf8').split('\0')[kind === 'Q' ? 0 : 1] ?? ''
  return SESSION_STATEMENT.test(text) ? [text.trim().slice(0, 200)] : []
}
