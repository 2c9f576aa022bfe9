import { buildIfStale } from './build.ts'
import { runInherited, serverCommand } from './command.ts'

const MIN_NODE_VERSION = 26

/**
 * Starts the shop without a question. It builds missing or outdated pages, then becomes the server, so that signals
 * and exit codes are the server's own.
 */
async function start(): Promise<number> {
  if (Number.parseInt(process.versions.node, 10) < MIN_NODE_VERSION) {
    console.error(
      `Cabochon runs on Node ${MIN_NODE_VERSION}, and this is ${process.versions.node}. \`npm ci\` brings the right one; then use \`npm start\`.`,
    )
    return 1
  }
  await buildIfStale()
  const shop = serverCommand(...process.argv.slice(2))
  // Not on Windows, where no process can become another: there it is a child that is passed the signals.
  process.execve?.(shop.program, [shop.program, ...shop.args], { ...process.env, ...shop.env })
  return runInherited(shop)
}

process.exitCode = await start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
