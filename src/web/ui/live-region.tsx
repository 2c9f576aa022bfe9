/** Renders a live region: screen readers announce `message` when it changes, such as the number of results. */
export function LiveRegion({ message }: { message: string }) {
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {message}
    </p>
  )
}
