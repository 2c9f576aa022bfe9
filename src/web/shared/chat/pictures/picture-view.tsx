import { X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useRef } from 'react'
import type { ChatPictureData } from '#features/messaging/chat/contract.ts'

/** Renders a full-screen picture; Escape, the button or a click outside closes it. */
export function PictureView({ picture, onClose }: { picture: ChatPictureData; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    // Keyboard users close it by Escape, which the browser handles.
    <dialog
      ref={dialog}
      aria-label="Full picture"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-paper text-ink"
    >
      <div className="pointer-events-none grid size-full place-items-center p-4">
        <img
          src={picture.url}
          alt="Original"
          width={picture.width}
          height={picture.height}
          className="pointer-events-auto max-h-[calc(100dvh-2rem)] w-auto max-w-full bg-stone object-contain"
        />
      </div>
      <button
        type="button"
        aria-label="Close the picture"
        onClick={() => dialog.current?.close()}
        className="absolute end-3 top-3 grid size-11 place-items-center rounded-full border border-line bg-sheet"
      >
        <Icon shapes={X} aria-hidden="true" className="size-5" strokeWidth={1.5} />
      </button>
    </dialog>
  )
}
