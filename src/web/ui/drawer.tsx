import { useEffect, useRef } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { CloseButton } from './close-button.tsx'

/**
 * Renders a sheet that slides in from the right or left over the page. It is a native dialog, so focus stays in it,
 * Escape closes it, and the page behind doesn't scroll. A click outside it closes it too.
 */
export function Drawer(props: {
  isOpen: boolean
  onClose: () => void
  title: string
  side?: 'left' | 'right'
  children: ReactNode
}) {
  const { isOpen, onClose, title, side = 'right', children } = props
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])

  function closeOnBackdrop(event: MouseEvent): void {
    if (event.target === dialog.current) onClose()
  }

  return (
    // The keyboard closes it with Escape, which the native dialog handles.
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onClick={closeOnBackdrop}
      className={`drawer drawer-${side}`}
    >
      <div className="flex min-h-full flex-col bg-sheet px-6 pt-4 pb-10">
        <div className="flex min-h-12 items-center justify-between">
          <h2 className="text-lg">{title}</h2>
          <CloseButton onClose={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  )
}
