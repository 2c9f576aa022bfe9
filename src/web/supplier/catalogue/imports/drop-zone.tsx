import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide'
import { type DragEvent, useId, useState } from 'react'
import { explainError, isApiFailure } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { Problem } from '#web/console/parts/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { importAddress } from '../../console/addresses.ts'
import { sendFile } from '#web/app/calls/file-call.ts'
import type { ImportDetail } from './import-texts.ts'

const ENCODINGS = [
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Windows-1252 (Western Europe)'],
  ['windows-1250', 'Windows-1250 (Central Europe)'],
  ['windows-1251', 'Windows-1251 (Cyrillic)'],
  ['windows-1254', 'Windows-1254 (Turkish)'],
  ['macintosh', 'Mac Roman'],
  ['gb18030', 'GBK (simplified Chinese)'],
  ['big5', 'Big5 (traditional Chinese)'],
  ['shift_jis', 'Shift_JIS (Japanese)'],
  ['euc-kr', 'EUC-KR (Korean)'],
] as const

const FAILED = 'We couldn’t upload this file. Check your connection and try again.'

/**
 * Renders the drop zone for a file of products, which opens its import plan. If the encoding is unclear, it asks for
 * it.
 */
export function DropZone() {
  const queries = useQueryClient()
  const go = useNavigateTo()
  const [unclear, setUnclear] = useState<File>()
  const upload = useMutation({
    mutationFn: ({ file, encoding }: Readonly<{ file: File; encoding?: string | undefined }>) => {
      if (file.size > MAX_FILE_BYTES) throw tooLargeError()
      return uploadProductFile(file, encoding)
    },
    onSuccess(stored) {
      queries.setQueryData(['supplier', 'import', stored.id], stored)
      void queries.invalidateQueries({ queryKey: ['supplier', 'imports'] })
      void go(importAddress(stored.id))
    },
    onError: (error, { file }) =>
      setUnclear(isApiFailure(error) && error.code === 'unknown_encoding' ? file : undefined),
  })
  return (
    <div className="flex flex-col gap-3">
      <FileTarget
        busyWith={upload.isPending ? upload.variables.file.name : undefined}
        onFile={(file) => upload.mutate({ file })}
      />
      {upload.isError && <Problem text={explainUpload(upload.error, unclear !== undefined)} />}
      {unclear && <EncodingChoice onChoose={(encoding) => upload.mutate({ file: unclear, encoding })} />}
    </div>
  )
}

function tooLargeError(): Error {
  return Object.assign(new Error('This file is larger than 200 MB. Split it and import the parts.'), {
    name: 'ApiFailure',
  })
}

function explainUpload(error: unknown, isUnclear: boolean): string {
  if (isUnclear)
    return 'We couldn’t detect the encoding of this file. Choose it below, or save the file as UTF-8.'
  if (isApiFailure(error) && error.code === 'body_too_large')
    return 'This file is larger than 200 MB. Split it and import the parts.'
  return explainError(error, FAILED)
}

function FileTarget({ busyWith, onFile }: { busyWith: string | undefined; onFile: (file: File) => void }) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)

  function drop(event: DragEvent): void {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file && busyWith === undefined) onFile(file)
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`flex flex-col items-center gap-2 rounded-md border border-dashed px-4 py-8 text-center ${
        isOver ? 'border-accent bg-accent-mist' : 'border-line-strong bg-sheet'
      }`}
    >
      <Icon shapes={FileUp} aria-hidden="true" className="size-7 text-ink-soft" strokeWidth={1.25} />
      {busyWith === undefined ? (
        <>
          <input
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,.xml,text/csv,text/xml,application/xml"
            className="peer sr-only"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file) onFile(file)
            }}
          />
          <label
            htmlFor={id}
            className="inline-flex min-h-9 cursor-pointer items-center rounded-md bg-accent px-3 text-sm font-medium text-on-accent hover:bg-accent-deep peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent max-md:min-h-11"
          >
            Choose file
          </label>
          <p className="text-sm text-ink-soft max-md:hidden">or drop it here</p>
          <p className="max-w-prose text-xs text-ink-soft">
            A product export of Shopify or WooCommerce, a Google Merchant feed, or any CSV file with a header.
            Up to 200 MB and 100,000 rows. You review every change before it is made.
          </p>
        </>
      ) : (
        <p role="status" className="text-sm wrap-anywhere">
          Uploading {busyWith}…
        </p>
      )}
    </div>
  )
}

function EncodingChoice({ onChoose }: { onChoose: (encoding: string) => void }) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <label htmlFor={id}>Encoding of the file</label>
      <select
        id={id}
        defaultValue=""
        onChange={(event) => event.target.value && onChoose(event.target.value)}
        className="h-9 max-w-full rounded-md border border-line bg-sheet px-2 max-md:h-11"
      >
        <option value="">Choose an encoding</option>
        {ENCODINGS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The largest file that can be uploaded, in bytes. */
const MAX_FILE_BYTES = 200_000_000

/**
 * Uploads a file of products. Its stock counts as of the time the file was last modified. Throws an `ApiFailure` if the
 * server refuses it.
 */
async function uploadProductFile(file: File, encoding: string | undefined): Promise<ImportDetail> {
  const query = {
    name: file.name.slice(-255) || 'products',
    countedAt: new Date(file.lastModified).toISOString(),
    ...(encoding ? { encoding } : {}),
  }
  const answer = await sendFile('POST /supplier/imports', file, { query })
  return answer.import
}
