import { invalid, notFound, type AppError } from '#core/errors.ts'
import { privatePictures } from '#platform/files/picture-formats.ts'
import type { UploadFormat } from '#platform/files/uploads.ts'
import type { DocumentType } from '../shapes.ts'

/** The stored data of a document's file: its type, and its size in bytes. */
export type StoredFile = Readonly<{ type: DocumentType; size: number }>

/** The largest width of a picture in pixels, enough to read a scanned page. */
const PICTURE_WIDTH = 2400
const pictures = privatePictures('verification', [PICTURE_WIDTH])

/** The start of a JPEG, PNG or WebP file. */
const PICTURE_SIGNATURE = /^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF[^]{4}WEBP)/
/** The start of a PDF file with its version (ISO 32000-2, 7.5.2). */
const PDF_SIGNATURE = /^%PDF-[12]\.\d/
/** The end marker of a PDF file (7.5.5); some programs add a few bytes after it. */
const PDF_END = '%%EOF'
const PDF_END_RANGE = 2048

/** Returns the key of a document's file. */
export function getDocumentFileKey(id: string, type: DocumentType): string {
  return type === 'picture'
    ? pictures.getFileKey(id, PICTURE_WIDTH)
    : `verification/${id.slice(-2)}/${id}.pdf`
}

/**
 * The format of verification documents, detected from their bytes. Pictures are encoded again, so that no location or
 * camera data is stored. PDF files are stored unchanged, but not with scripts, attached files or a password. Throws
 * `not_a_document`.
 */
export const documentFormat: UploadFormat<StoredFile> = {
  listFileKeys: (id) => [getDocumentFileKey(id, 'pdf'), getDocumentFileKey(id, 'picture')],
  notFound: documentNotFound,
  async encode(bytes, id) {
    const start = toText(bytes.subarray(0, 12))
    if (PDF_SIGNATURE.test(start)) return encodePdf(bytes, id)
    if (!PICTURE_SIGNATURE.test(start))
      throw notADocument('Choose a PDF file, or a JPEG, PNG or WebP picture.')
    const { write } = await pictures.encode(bytes, id)
    return { stored: { type: 'picture', size: bytes.length }, write }
  },
}

function encodePdf(bytes: Uint8Array, id: string) {
  requireSafePdf(toText(bytes))
  return {
    stored: { type: 'pdf', size: bytes.length } as const,
    write: (files: Parameters<Awaited<ReturnType<typeof pictures.encode>>['write']>[0]) =>
      files.put(getDocumentFileKey(id, 'pdf'), bytes, 'application/pdf'),
  }
}

/** The names of active or embedded content in a PDF besides its pages (ISO 32000-2, 7.11.4, 12.6.4 and 13.7). */
const ACTIVE_CONTENT = toNamePattern([
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'XFA',
])
const PASSWORD = toNamePattern(['Encrypt'])

/** Returns a pattern for these names; each character may also be written as `#` and its hexadecimal code (7.3.5). */
function toNamePattern(names: readonly string[]): RegExp {
  const toCharacter = (character: string) => {
    const code = character.charCodeAt(0).toString(16)
    return `(?:${character}|#${code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
  }
  return new RegExp(`/(?:${names.map((name) => Array.from(name, toCharacter).join('')).join('|')})\\b`)
}

function requireSafePdf(text: string): void {
  if (!text.slice(-PDF_END_RANGE).includes(PDF_END))
    throw notADocument('This PDF is not complete. Save it again and upload the new file.')
  const objects = removeStreams(text)
  if (PASSWORD.test(objects))
    throw notADocument('This PDF has a password. Save it without one and upload the new file.')
  if (ACTIVE_CONTENT.test(objects))
    throw notADocument('This PDF has scripts or attached files. Print it to a new PDF and upload that.')
}

/**
 * Returns a PDF without the contents of its streams. They are compressed, so apparent names in them are none. It is
 * read once from start to end, regardless of the number of unclosed streams.
 */
function removeStreams(text: string): string {
  const [start, end] = [/\bstream\r?\n/g, /\bendstream\b/g]
  let objects = ''
  let rest = 0
  while (start.test(text)) {
    end.lastIndex = start.lastIndex
    if (!end.test(text)) break
    objects += text.slice(rest, start.lastIndex)
    rest = end.lastIndex
    start.lastIndex = rest
  }
  return objects + text.slice(rest)
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function notADocument(message: string): AppError {
  return invalid('not_a_document', message)
}

/** Returns the error for a document that does not exist, or belongs to another store. */
export function documentNotFound(): AppError {
  return notFound('document_not_found', 'This document doesn’t exist or was deleted.')
}
