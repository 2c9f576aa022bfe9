/** Says `message` to readers when it changes, and shows nothing: how many were found, what was put in the cart. */
export function LiveRegion({ message }: { message: string }) {
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {message}
    </p>
  )
}
