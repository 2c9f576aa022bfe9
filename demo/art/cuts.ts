// Further cuts of the rendered pictures: `b` and `c` so that two pieces of one design do not open with the same one,
// `d`, `e` and `f` to show details where a design has too few views.
// Usage: node demo/art/cuts.ts   (makes what demo/feeds name, takes away the cuts that they no longer name)
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { WEBP } from './convert.ts'

/** Share of the edge that a cut keeps, whether it is mirrored, whether it goes to where the piece's detail is or to the left. */
const CUTS: Readonly<Record<string, { keep: number; mirrored?: boolean; detail?: boolean; left?: boolean }>> = {
  b: { keep: 0.9, mirrored: true },
  c: { keep: 0.86 },
  d: { keep: 0.6, detail: true },
  e: { keep: 0.6, detail: true, mirrored: true },
  f: { keep: 0.56, left: true },
}

/** Where the detail begins, as a share of the height; rings have it on top, what hangs towards the bottom. */
const DETAIL_TOP: Readonly<Record<string, number>> = {
  ring: 0.01,
  necklace: 0.36,
  bracelet: 0.3,
  pendant: 0.34,
  charm: 0.34,
}

/** Makes the cut `<picture>-<letter>.webp` out of `<picture>.webp` in the same folder. */
async function makeCut(folder: string, name: string): Promise<void> {
  const [, picture = '', letter = ''] = /^(.+)-([b-f])\.webp$/.exec(name) ?? []
  const cut = CUTS[letter]
  if (!cut) throw new Error(`${name} is not the name of a cut.`)
  const source = sharp(path.join(folder, `${picture}.webp`))
  const { width, height } = await source.metadata()
  const rest = 1 - cut.keep
  const top = topOf(picture, cut.detail === true) ?? rest / 2
  const isHung = /^(pendant|charm)-/.test(picture)
  const area = source.extract({
    left: Math.round(cut.left && !isHung ? width * 0.08 : (width * rest) / 2),
    top: Math.round(height * (cut.left && isHung ? 0.12 : top)),
    width: Math.round(width * cut.keep),
    height: Math.round(height * cut.keep),
  })
  await (cut.mirrored ? area.flop() : area).webp(WEBP).toFile(path.join(folder, name))
}

function topOf(picture: string, detail: boolean): number | undefined {
  const [kind = ''] = picture.split('-')
  // A pearl on a ring almost touches the upper edge: no cut may begin below it.
  return detail || picture.startsWith('ring-pearl') ? DETAIL_TOP[kind] : undefined
}

async function makeNamedCuts(pictures: string, feeds: string): Promise<void> {
  const wanted = new Set<string>()
  for (const feed of await readdir(feeds)) {
    const text = await readFile(path.join(feeds, feed), 'utf8')
    for (const [, name] of text.matchAll(/\/pictures\/([a-z0-9-]+-[b-f]\.webp)/g)) if (name) wanted.add(name)
  }
  const present = (await readdir(pictures)).filter((file) => /-[b-f]\.webp$/.test(file))
  for (const name of present) if (!wanted.has(name)) await rm(path.join(pictures, name))
  for (const name of wanted) if (!present.includes(name)) await makeCut(pictures, name)
  console.log(`${wanted.size} cuts`)
}

if (import.meta.main) {
  const demo = path.resolve(import.meta.dirname, '..')
  await makeNamedCuts(path.join(demo, 'pictures'), path.join(demo, 'feeds'))
}
