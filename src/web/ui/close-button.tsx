import { X } from 'lucide'
import { Icon } from './icon.tsx'

/** Renders the close button at the top right of an overlay. */
export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <button
      type="button"
      aria-label="Close"
      onClick={onClose}
      className="-mr-3 grid size-11 shrink-0 place-items-center rounded-full hover:bg-mist"
    >
      <Icon shapes={X} aria-hidden="true" className="size-5" strokeWidth={1.5} />
    </button>
  )
}
