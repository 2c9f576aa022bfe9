import { parseArgs } from 'node:util'
import { loadConfig } from '#platform/config/config.ts'
import { copyFiles } from '#platform/files/storage/copy-files.ts'
import { recordFilesPlace } from '#platform/files/storage/files-place.ts'
import { localFiles } from '#platform/files/storage/local-files.ts'
import { describeRemotePlace, getFilesFolder, openRemoteFiles } from '#platform/files/storage/open-files.ts'
import { runCommand } from './run-command.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `npm run files -- copy           copies the files of DATA_DIR to FILES_URL
npm run files -- copy --back    copies the files of FILES_URL to DATA_DIR
npm run files -- use            says that the shop's files are where the settings name them

The shop may run meanwhile. Each copy is read again and compared by its SHA-256. Run it again after an interruption: what is there is
left alone. Nothing is deleted. A finished copy makes its target the place of the shop's files, so restart every process with it.`

process.exitCode = await runCommand(manageFiles)

async function manageFiles(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { back: { type: 'boolean', default: false } },
  })
  const [action, ...more] = positionals
  if (more.length > 0 || (action !== 'copy' && action !== 'use')) {
    console.error(USAGE)
    return 1
  }
  const config = loadConfig(process.env)
  const { files: remote } = config
  if (action === 'copy' && !remote)
    throw new Error('Set FILES_URL, FILES_ACCESS_KEY and FILES_SECRET_KEY to copy files.')
  return withDatabase(config, async ({ db, place }) => {
    const local = { dataDir: place.dataDir, files: undefined }
    if (action === 'copy' && remote) {
      const [folder, bucket] = [localFiles(getFilesFolder(local)), await openRemoteFiles(remote)]
      const { copied, present, bytes } = await copyFiles({
        ...(values.back ? { from: bucket, to: folder } : { from: folder, to: bucket }),
        onFile: (result) => {
          if ((result.copied + result.present) % 1_000 === 0)
            console.log(`${result.copied + result.present} files …`)
        },
      })
      const target = values.back ? getFilesFolder(local) : describeRemotePlace(remote)
      console.log(
        `Copied ${copied} files (${Math.ceil(bytes / 1_000_000)} MB) to ${target}; ${present} were there already.`,
      )
    }
    await recordFilesPlace(db, remote && !values.back ? { ...local, files: remote } : local)
    console.log(
      remote && !values.back
        ? `The shop's files are in ${describeRemotePlace(remote)}. Restart every process with FILES_URL.`
        : `The shop's files are in ${getFilesFolder(local)}. Restart every process without FILES_URL.`,
    )
    return 0
  })
}
