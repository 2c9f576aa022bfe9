// Further cuts of the rendered pictures: `b` and `c` so that two products of one design do not open with the same one,
// `d`, `e` and `f` to show details where a design has too few views.
// Usage: node demo/art/cuts.ts   (makes what demo/feeds name, takes away the cuts that they no longer name)
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { WEBP } from './convert.ts'

/** Share of the edge that a cut keeps, whether it is mirrored, whether it goes to where the product's detail is or to the left. */
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
async function createCut(folder: string, name: string): Promise<void> {
  const [, picture = '', email = ''] = /^(.+)-([b-f])\.webp$/.exec(name) ?? []
  const cut = CUTS[email]
  if (!cut) throw new Error(`${name} is not the name of a cut.`)
  const source = sharp(path.join(folder, `${picture}.webp`))
  const { width, height } = await source.metadata()
  const removedShare = 1 - cut.keep
  const top = getDetailTop(picture, cut.detail === true) ?? removedShare / 2
  const isHanging = /^(pendant|charm)-/.test(picture)
  const area = source.extract({
    left: Math.round(cut.left && !isHanging ? width * 0.08 : (width * removedShare) / 2),
    top: Math.round(height * (cut.left && isHanging ? 0.12 : top)),
    width: Math.round(width * cut.keep),
    height: Math.round(height * cut.keep),
  })
  await (cut.mirrored ? area.flop() : area).webp(WEBP).toFile(path.join(folder, name))
}

function getDetailTop(picture: string, detail: boolean): number | undefined {
  const [designType = ''] = picture.split('-')
  // A pearl on a ring almost touches the upper edge: no cut may begin below it.
  return detail || picture.startsWith('ring-pearl') ? DETAIL_TOP[designType] : undefined
}

async function createReferencedCuts(pictures: string, feeds: string): Promise<void> {
  const referenced = new Set<string>()
  for (const feed of await readdir(feeds)) {
    const text = await readFile(path.join(feeds, feed), 'utf8')
    for (const [, name] of text.matchAll(/\/pictures\/([a-z0-9-]+-[b-f]\.webp)/g)) if (name) referenced.add(name)
  }
  const present = (await readdir(pictures)).filter((file) => /-[b-f]\.webp$/.test(file))
  for (const name of present) if (!referenced.has(name)) await rm(path.join(pictures, name))
  for (const name of referenced) if (!present.includes(name)) await createCut(pictures, name)
  console.log(`${referenced.size} cuts`)
}

if (import.meta.main) {
  const demo = path.resolve(import.meta.dirname, '..')
  await createReferencedCuts(path.join(demo, 'pictures'), path.join(demo, 'feeds'))
}
