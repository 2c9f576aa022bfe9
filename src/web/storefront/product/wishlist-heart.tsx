import { Heart } from 'lucide-react'
import { toast } from '#web/toast.ts'

/** The heart of a piece. Keeping a wishlist needs an account; who is signed out is told so, and nothing is sent. */
export function WishlistHeart({ title }: { title: string }) {
  return (
    <button
      type="button"
      aria-pressed={false}
      aria-label={`Add ${title} to wishlist`}
      onClick={() => toast.error('Please login to add items to wishlist')}
      className="grid size-13 shrink-0 place-items-center rounded-full border border-line-strong hover:border-ink hover:bg-mist"
    >
      <Heart aria-hidden="true" className="size-5" strokeWidth={1.5} />
    </button>
  )
}
