import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** A server that speaks enough of Valkey's protocol for counting and publishing; `stop` cuts all connections. */
export type FakeValkey = Readonly<{
  url: string
  /** The channels of published messages, with their numbers of receivers. */
  published: readonly Readonly<{ channel: string; receivers: number }>[]
  /** Whether it accepts commands without answering. */
  setSilent(isSilent: boolean): void
  stop(): Promise<void>
  start(): Promise<void>
}>

type State = {
  values: Map<string, { count: number; expiresAt: number }>
  published: { channel: string; receivers: number }[]
  isSilent: boolean
}

/**
 * Starts a fake of Valkey (RESP2, https://valkey.io/topics/protocol/). Its answers to these commands were compared
 * with those of a real server.
 */
export async function startFakeValkey(): Promise<FakeValkey> {
  const state: State = { values: new Map(), published: [], isSilent: false }
  const sockets = new Set<Socket>()
  const subscribers = new Map<Socket, Set<string>>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      subscribers.delete(socket)
    })
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
      for (let command = readCommand(text); command; command = readCommand(text)) {
        text = text.slice(command.length)
        if (!state.isSilent) socket.write(answer(command.words, { state, socket, subscribers }), 'latin1')
      }
    })
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  afterAll(() => (server.listening ? stop() : undefined))
  return {
    url: `redis://127.0.0.1:${port}`,
    published: state.published,
    setSilent: (isSilent) => void (state.isSilent = isSilent),
    stop,
    start: () => listen(port),
  }
}

/** Returns the first complete command of a text and its length; undefined while it is incomplete. */
function readCommand(text: string): { words: string[]; length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (!head) return undefined
  const words: string[] = []
  let position = head[0].length
  for (let left = Number(head[1]); left > 0; left -= 1) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(position, position + 16))
    const start = position + (size?.[0].length ?? 0)
    const end = start + Number(size?.[1])
    if (!size || text.length < end + 2) return undefined
    words.push(text.slice(start, end))
    position = end + 2
  }
  return { words, length: position }
}

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`

type Connection = Readonly<{ state: State; socket: Socket; subscribers: Map<Socket, Set<string>> }>

/** Carries a command out; returns its answer. */
function answer([name = '', ...words]: string[], { state, socket, subscribers }: Connection): string {
  const [key = '', value = ''] = words
  switch (name.toUpperCase()) {
    case 'PING':
      return subscribers.has(socket) ? `*2\r\n${bulk('pong')}${bulk('')}` : '+PONG\r\n'
    case 'INCRBY': {
      const known = state.values.get(key)
      const isAlive = known && known.expiresAt > Date.now()
      const entry = isAlive ? known : { count: 0, expiresAt: Infinity }
      entry.count += Number(value)
      state.values.set(key, entry)
      return `:${entry.count}\r\n`
    }
    case 'PEXPIREAT': {
      const entry = state.values.get(key)
      if (entry) entry.expiresAt = Number(value)
      return entry ? ':1\r\n' : ':0\r\n'
    }
    case 'SUBSCRIBE': {
      const channels = subscribers.get(socket) ?? new Set()
      subscribers.set(socket, channels)
      return words
        .map((one) => `*3\r\n${bulk('subscribe')}${bulk(one)}:${channels.add(one).size}\r\n`)
        .join('')
    }
    case 'PUBLISH': {
      const receivers = [...subscribers].filter(([, channels]) => channels.has(key))
      for (const [receiver] of receivers)
        receiver.write(`*3\r\n${bulk('message')}${bulk(key)}${bulk(value)}`, 'latin1')
      state.published.push({ channel: key, receivers: receivers.length })
      return `:${receivers.length}\r\n`
    }
    default:
      return '+OK\r\n'
  }
}
