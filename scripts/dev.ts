import { buildIfStale } from './build.ts'
import { runInherited, toolCommand } from './command.ts'

/**
 * Runs `npm run dev`: builds the web at each of its changes and restarts the server at each change. When one of the
 * two ends, it ends the other; it asks no questions and needs no terminal.
 */
async function dev(): Promise<number> {
  await buildIfStale()
  // Old files are left lying: the server that runs may still get requests for them.
  const web = toolCommand('vite', 'build', '--app', '--watch', '--emptyOutDir', 'false')
  const firstExit = Promise.race([
    runInherited({ ...web, env: { NODE_ENV: 'production' } }),
    runInherited({
      program: process.execPath,
      args: ['--watch', '--watch-path=src', '--watch-path=dist/server', 'src/main/server.ts'],
    }),
  ])
  const code = await firstExit
  // Both forward signals, so this reaches whichever is still running.
  process.emit('SIGTERM')
  return code
}

process.exitCode = await dev().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
