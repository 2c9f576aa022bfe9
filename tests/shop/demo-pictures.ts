import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { getPictureKey, listPictureFileKeys } from '#platform/files/pictures.ts'
import { DEMO_FOLDER } from '#main/demo/catalogue/demo-files.ts'

/**
 * Links the demo's pictures into a shop that has not started yet. So it does not render them, which takes a hundred
 * seconds of a core. In every width they are links to the picture itself, which is a WebP of 1,000 pixels.
 */
export async function linkDemoPictures(dataDir: string): Promise<void> {
  const folder = path.join(DEMO_FOLDER, 'pictures')
  const root = path.join(dataDir, 'files')
  for (const name of await readdir(folder)) {
    const picture = path.join(folder, name)
    for (const key of listPictureFileKeys(getPictureKey(await readFile(picture)))) {
      if (!/\.original$|-(?:400|800|1200)\.webp$/.test(key)) continue
      await mkdir(path.dirname(path.join(root, key)), { recursive: true })
      await symlink(picture, path.join(root, key))
    }
  }
}
