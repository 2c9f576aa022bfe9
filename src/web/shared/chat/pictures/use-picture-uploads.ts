import { useEffect, useRef, useState } from 'react'
import type { ChatPictureData } from '#features/messaging/chat/contract.ts'
import { uploadMessagePicture } from './upload-message-picture.ts'

/** A selected picture of the next message: uploading, uploaded, or refused. */
export type PictureUpload = Readonly<{
  key: number
  file: File
  /** The uploaded share from 0 to 1; undefined while there is no address yet. */
  progress?: number
  picture?: ChatPictureData
  problem?: string
}>

/** The pictures of the next message, with their actions. */
export type PictureUploads = Readonly<{
  chosen: readonly PictureUpload[]
  /** Why some pictures were not accepted. */
  problem: string | undefined
  add(files: readonly File[]): void
  remove(key: number): void
  /** Removes the pictures that were sent with a message; failed ones stay visible. */
  sent(): void
}>

/** The maximum size of a picture in bytes, as in the contracts. */
const MAX_BYTES = 10_000_000

/**
 * Uploads pictures to `address` while their message is written, up to `maxCount`. Without an address they wait until
 * there is one.
 */
export function usePictureUploads(address: string | undefined, maxCount: number): PictureUploads {
  const [chosen, setChosen] = useState<readonly PictureUpload[]>([])
  const [problem, setProblem] = useState<string>()
  const controllers = useRef(new Map<number, AbortController>())

  useEffect(() => {
    const running = controllers.current
    return () => {
      for (const upload of running.values()) upload.abort()
    }
  }, [])

  function change(key: number, news: Partial<PictureUpload>): void {
    setChosen((all) => all.map((one) => (one.key === key ? { ...one, ...news } : one)))
  }

  function start(one: PictureUpload, to: string): void {
    const stop = new AbortController()
    controllers.current.set(one.key, stop)
    uploadMessagePicture(to, one.file, {
      signal: stop.signal,
      onProgress: (progress) => change(one.key, { progress }),
    }).then(
      (picture) => change(one.key, { picture, progress: 1 }),
      (error: unknown) =>
        change(one.key, { problem: error instanceof Error ? error.message : UPLOAD_FAILED }),
    )
  }

  function add(files: readonly File[]): void {
    const pictures = files.filter(({ type }) => type.startsWith('image/'))
    const fitting = pictures.filter(({ size }) => size <= MAX_BYTES)
    const accepted = fitting
      .slice(0, maxCount - chosen.length)
      .map((file) => ({ key: nextKey(), file, ...(address === undefined ? {} : { progress: 0 }) }))
    setProblem(explainRejected({ files, pictures, fitting, taken: accepted.length, most: maxCount }))
    setChosen((all) => [...all, ...accepted])
    if (address !== undefined) for (const one of accepted) start(one, address)
  }

  function remove(key: number): void {
    controllers.current.get(key)?.abort()
    setProblem(undefined)
    setChosen((all) => all.filter((one) => one.key !== key))
  }

  return { chosen, problem, add, remove, sent: () => setChosen((all) => all.filter((one) => one.problem)) }
}

const UPLOAD_FAILED = 'This picture couldn’t be sent.'

let lastKey = 0
const nextKey = (): number => (lastKey += 1)

function explainRejected(of: {
  files: readonly File[]
  pictures: readonly File[]
  fitting: readonly File[]
  taken: number
  most: number
}): string | undefined {
  if (of.taken < of.fitting.length) return `A message can have up to ${of.most} pictures.`
  if (of.fitting.length < of.pictures.length) return 'A picture can be up to 10 MB.'
  return of.pictures.length < of.files.length ? 'Only pictures can be sent.' : undefined
}
