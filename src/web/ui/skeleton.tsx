/** A place that is still loading; `className` gives it the size and shape of what will come. Readers do not hear it. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`skeleton block ${className}`} />
}
