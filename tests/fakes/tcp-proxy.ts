import { connect, createServer, type Socket } from 'node:net'

/** A proxy before a server of this machine that can swallow everything, as a network does that loses packets. */
export type TcpProxy = Readonly<{
  port: number
  /** Stops forwarding without closing the connections. */
  pause(): void
  resume(): void
  close(): void
}>

type Target = Readonly<{ host: string; port: number }>

/** Starts a proxy on a free port, before one server, or before those that `target` names in turn. */
export async function startTcpProxy(target: Target | (() => Target)): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isPaused = false
  const relay = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (data) => to.write(data))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    if (isPaused) from.pause()
  }
  const server = createServer((client) => {
    const upstream = connect(typeof target === 'function' ? target() : target)
    relay(client, upstream)
    relay(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    pause: () => {
      isPaused = true
      for (const socket of sockets) socket.pause()
    },
    resume: () => {
      isPaused = false
      for (const socket of sockets) socket.resume()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
