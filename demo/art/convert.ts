// PNG masters -> WebP pictures of the same size. Usage: node demo/art/convert.ts <masters> <pictures>
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

/** The one quality all demo pictures are written with; the shop makes its own smaller sizes from them. */
export const WEBP = { quality: 84, effort: 6, smartSubsample: true } as const

/** Writes one WebP a PNG master of `from` into `to` and returns the number of pictures. */
async function convertMasters(from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true })
  const masters = (await readdir(from)).filter((file) => file.endsWith('.png'))
  for (const file of masters) {
    await sharp(path.join(from, file))
      .webp(WEBP)
      .toFile(path.join(to, `${path.basename(file, '.png')}.webp`))
  }
  return masters.length
}

if (import.meta.main) {
  const [from = 'out', to = 'demo/pictures'] = process.argv.slice(2)
  console.log(`${await convertMasters(from, to)} pictures`)
}
