import { buildWhenStale } from './build.ts'
import { runShown, shopServer } from './command.ts'

const OLDEST_NODE = 26

/**
 * Starts the shop without a question: builds its pages when they are missing or old, then becomes the server,
 * so that signals and exit codes are the server's own.
 */
async function start(): Promise<number> {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    console.error(
      `Cabochon runs on Node ${OLDEST_NODE}, and this is ${process.versions.node}. \`npm ci\` brings the right one; then use \`npm start\`.`,
    )
    return 1
  }
  await buildWhenStale()
  const shop = shopServer(...process.argv.slice(2))
  // Not on Windows, where no process can become another: there it is a child that is passed the signals.
  process.execve?.(shop.program, [shop.program, ...shop.args], { ...process.env, ...shop.env })
  return runShown(shop)
}

process.exitCode = await start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
