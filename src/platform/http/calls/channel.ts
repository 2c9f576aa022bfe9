/** A stream to one page; written data waits until the page reads it. */
export type Channel = Readonly<{
  body: ReadableStream<Uint8Array>
  write(bytes: Uint8Array): void
  /** Returns the number of bytes that the page has not read yet. */
  waiting(): number
  /** Ends the stream after the page has read all waiting data. */
  end(): void
  /** Ends the stream at once, when the page does not read. */
  drop(): void
}>

/**
 * Opens a stream. `onDrain` is called whenever the queue becomes empty, `onClose` once when either side has ended the
 * stream. The caller limits the queue by checking `waiting` before it writes.
 */
export function openChannel({ onDrain, onClose }: { onDrain: () => void; onClose: () => void }): Channel {
  let queue: Uint8Array[] = []
  let size = 0
  let isClosing = false
  let isClosed = false
  let resumePull: (() => void) | undefined
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined

  const finish = (): void => {
    if (isClosed) return
    isClosed = true
    queue = []
    size = 0
    resumePull?.()
    onClose()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => void (stream = controller),
      async pull(controller) {
        if (queue.length === 0 && !isClosing) await new Promise<void>((resolve) => (resumePull = resolve))
        resumePull = undefined
        if (isClosed) return
        for (const bytes of queue) controller.enqueue(bytes)
        queue = []
        size = 0
        if (!isClosing) return onDrain()
        controller.close()
        finish()
      },
      cancel: finish,
    },
    // No read-ahead: everything that waits here was not requested by the page yet.
    { highWaterMark: 0 },
  )
  return {
    body,
    waiting: () => size,
    write: (bytes) => {
      if (isClosed || isClosing) return
      queue.push(bytes)
      size += bytes.length
      resumePull?.()
    },
    end: () => {
      isClosing = true
      resumePull?.()
    },
    drop: () => {
      if (isClosed) return
      finish()
      stream?.error(new Error('the page did not take what it was sent'))
    },
  }
}
