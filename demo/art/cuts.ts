// Further cuts of the rendered pictures, so that several products of one design do not open with the same one.
// Usage: node demo/art/cuts.ts   (makes what demo/feeds name, takes away the cuts that they no longer name)
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { WEBP } from './convert.ts'

/** Share of the edge that a cut keeps, and whether it is mirrored. */
const CUTS: Readonly<Record<string, { keep: number; mirrored?: boolean }>> = {
  b: { keep: 0.9, mirrored: true },
  c: { keep: 0.86 },
}

/** Makes the cut `<picture>-<letter>.webp` out of `<picture>.webp` in the same folder. */
async function makeCut(folder: string, name: string): Promise<void> {
  const [, picture = '', letter = ''] = /^(.+)-([bc])\.webp$/.exec(name) ?? []
  const cut = CUTS[letter]
  if (!cut) throw new Error(`${name} is not the name of a cut.`)
  const source = sharp(path.join(folder, `${picture}.webp`))
  const { width, height } = await source.metadata()
  const rest = 1 - cut.keep
  const top = getTopShare(picture, rest)
  const area = source.extract({
    left: Math.round((width * rest) / 2),
    top: Math.round(height * top),
    width: Math.round(width * cut.keep),
    height: Math.round(height * cut.keep),
  })
  await (cut.mirrored ? area.flop() : area).webp(WEBP).toFile(path.join(folder, name))
}

/** Returns the share of the height that is cut away above, of the `rest` in all. */
function getTopShare(picture: string, rest: number): number {
  // A pearl on a ring almost touches the upper edge; a cross and a star reach almost to the lower one.
  if (picture.startsWith('ring-pearl')) return 0.01
  return /^pendant-(diamond-cross|north-star)-(close|worn)$/.test(picture) ? rest - 0.01 : rest / 2
}

async function makeNamedCuts(pictures: string, feeds: string): Promise<void> {
  const wanted = new Set<string>()
  for (const feed of await readdir(feeds)) {
    const text = await readFile(path.join(feeds, feed), 'utf8')
    for (const [, name] of text.matchAll(/\/pictures\/([a-z0-9-]+-[bc]\.webp)/g)) if (name) wanted.add(name)
  }
  const present = (await readdir(pictures)).filter((file) => /-[bc]\.webp$/.test(file))
  for (const name of present) if (!wanted.has(name)) await rm(path.join(pictures, name))
  for (const name of wanted) if (!present.includes(name)) await makeCut(pictures, name)
  console.log(`${wanted.size} cuts`)
}

if (import.meta.main) {
  const demo = path.resolve(import.meta.dirname, '..')
  await makeNamedCuts(path.join(demo, 'pictures'), path.join(demo, 'feeds'))
}
