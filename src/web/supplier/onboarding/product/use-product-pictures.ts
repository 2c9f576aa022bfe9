import { useState } from 'react'
import type { OwnPictureData } from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { toast } from '#web/app/toast.ts'
import { checkCanSave } from '../store/check-can-save.ts'
import { uploadPicture } from './picture-upload-button.tsx'

/** The most pictures of a product. */
export const SLOT_COUNT = 6

/** Changes the pictures by their value at that time, as uploading takes a while. */
export type ChangePictures = (
  edit: (pictures: readonly OwnPictureData[]) => readonly OwnPictureData[],
) => void

/** Returns a function that uploads pictures up to the limit; `uploadError` describes the failed ones. */
export function useProductPictures(currentCount: number, change: ChangePictures) {
  const [uploading, setUploading] = useState(0)
  const [uploadError, setUploadError] = useState('')

  async function choose(files: readonly File[]): Promise<void> {
    if (!checkCanSave('pictures')) return
    const acceptedFiles = files.slice(0, SLOT_COUNT - currentCount)
    setUploadError('')
    setUploading(acceptedFiles.length)
    const uploads = await Promise.allSettled(
      acceptedFiles.map((file) =>
        uploadPicture<OwnPictureData>('/shop/uploadProductPicture', file, 'picture'),
      ),
    )
    setUploading(0)
    const added = uploads.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    change((before) => [...before, ...added].slice(0, SLOT_COUNT))
    const failed = uploads.flatMap((one, index) =>
      one.status === 'rejected' ? [`${acceptedFiles[index]?.name}: ${rejectionMessage(one.reason)}`] : [],
    )
    if (acceptedFiles.length < files.length) failed.push(`Add up to ${SLOT_COUNT} pictures.`)
    setUploadError(failed.join(' '))
    if (failed.length > 0) toast.error(failed.join(' '))
  }

  return { uploading, uploadError, choose }
}

function rejectionMessage(reason: unknown): string {
  return reason instanceof Error ? reason.message : 'Upload failed.'
}
