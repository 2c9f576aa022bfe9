import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

/** Where the front page's own pictures come from and go to; run by hand when one of them changes. */
const SOURCE_FOLDER = 'demo/pictures'
const OUTPUT_FOLDER = 'public/landing'

const HERO_WIDTHS = [800, 1280, 1920]
const SCENE_WIDTHS = [640, 1000]
const TILE_WIDTHS = [320, 640]

/** Name on the page, name in the demo, widths in pixels. */
const PICTURES = [
  ['hero-silk', 'hero-silk', HERO_WIDTHS],
  ['hero-midnight', 'hero-midnight', HERO_WIDTHS],
  ['hero-sunlit-stone', 'hero-sunlit-stone', HERO_WIDTHS],
  ['tile-rings', 'ring-trilogy-emerald-front', TILE_WIDTHS],
  ['tile-necklaces', 'necklace-pearl-strand-front', TILE_WIDTHS],
  ['tile-bracelets', 'bracelet-curb-front', TILE_WIDTHS],
  ['tile-earrings', 'earrings-hoops-front', TILE_WIDTHS],
  ['tile-pendants', 'pendant-north-star-front', TILE_WIDTHS],
  ['tile-brooches', 'brooch-sunburst-front', TILE_WIDTHS],
  ['tile-anklets', 'anklet-pearls-front', TILE_WIDTHS],
  ['tile-charms', 'charm-clover-jade-front', TILE_WIDTHS],
  ['scene-suppliers', 'ring-dome-croissant-front', SCENE_WIDTHS],
  ['scene-vendors', 'earrings-pearl-drops-front', SCENE_WIDTHS],
  ['scene-benefits', 'bracelet-cuff-wide-front', SCENE_WIDTHS],
] as const satisfies readonly (readonly [string, string, readonly number[]])[]

await mkdir(OUTPUT_FOLDER, { recursive: true })
for (const [name, source, widths] of PICTURES) {
  for (const width of widths) {
    const picture = sharp(path.join(SOURCE_FOLDER, `${source}.webp`)).resize(width)
    const file = path.join(OUTPUT_FOLDER, `${name}-${width}`)
    await picture.clone().avif({ quality: 55, effort: 7 }).toFile(`${file}.avif`)
    // Browsers without AVIF are few: one middle size will do for them.
    if (width === (widths === HERO_WIDTHS ? 1280 : 640))
      await picture.webp({ quality: 76, effort: 6 }).toFile(`${file}.webp`)
  }
}
