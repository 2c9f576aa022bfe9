import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'

/** Draws the shop's icons from its mark, and the picture that other sites show of it; run by hand when one of them changes. */
const MARK = 'public/favicon.svg'
const SOCIAL_IMAGE = 'demo/pictures/hero-silk.webp'
const OUTPUT_FOLDER = 'public/icons'

/** The ground behind the mark: the paper of the light theme. */
const PAPER = '#fbf9f5'

/**
 * The name and pixels of icons, and the mark's share of them. Systems cut a maskable one down to a circle of 80 %.
 */
const ICONS = [
  ['icon-192', 192, 0.8],
  ['icon-512', 512, 0.8],
  ['maskable-192', 192, 0.56],
  ['maskable-512', 512, 0.56],
  ['apple-touch-180', 180, 0.72],
] as const satisfies readonly (readonly [string, number, number])[]

await mkdir(OUTPUT_FOLDER, { recursive: true })
for (const [name, size, share] of ICONS) {
  const icon = await renderIcon(size, share)
  await icon.png({ compressionLevel: 9, palette: true }).toFile(path.join(OUTPUT_FOLDER, `${name}.png`))
}
await writeFile('public/favicon.ico', toIco(await (await renderMark(32)).png().toBuffer(), 32))
await sharp(SOCIAL_IMAGE)
  .resize(1200, 630, { fit: 'cover', position: 'attention' })
  .jpeg({ quality: 80, mozjpeg: true })
  .toFile(path.join(OUTPUT_FOLDER, 'social-1200.jpg'))

async function renderIcon(size: number, share: number): Promise<Sharp> {
  const inner = await (await renderMark(Math.round(size * share))).toBuffer()
  return sharp({ create: { width: size, height: size, channels: 4, background: PAPER } }).composite([
    { input: inner },
  ])
}

/** The mark on nothing, drawn at this size and not enlarged. */
async function renderMark(size: number): Promise<Sharp> {
  return sharp(await readFile(MARK), { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
}

/** Returns a PNG as an icon file: six bytes of header, sixteen of directory, then the PNG itself. */
function toIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
