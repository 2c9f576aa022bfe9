import { existsSync } from 'node:fs'
import { runCaptured } from './command.ts'

const DEFAULT_PATHS = [
  // Chromium without windows: its main process takes half of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Returns the path of Chromium for the browser journeys: `CHROMIUM_PATH`, or one in a usual place. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM_PATH'], ...DEFAULT_PATHS].find((path) => path && existsSync(path))
}

/** The packages of Debian and its kin that bring one, the cheaper first; not all have both. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/**
 * Finds a Chromium, and on Debian installs it as root when there is none. Throws a sentence that says what to
 * do where neither works.
 */
export async function ensureChromium(): Promise<string> {
  const existing = findChromium()
  if (existing) return existing
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) await installChromium()
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The browser journeys need Chromium: install it (Debian: apt-get install chromium) or say where it is in CHROMIUM_PATH.',
  )
}

async function installChromium(): Promise<void> {
  console.log('Installing Chromium for the browser journeys …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  // A fresh image has no package lists; a machine without the network may still have the package.
  await runCaptured({ program: 'apt-get', args: ['update'], env })
  for (const name of PACKAGES) {
    const args = ['install', '-y', '--no-install-recommends', name]
    const { code, output } = await runCaptured({ program: 'apt-get', args, env })
    if (code === 0) return
    console.error(output)
  }
}
