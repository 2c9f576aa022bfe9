/** Renders a loading placeholder; `className` gives it the size and shape of the content. Screen readers skip it. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`skeleton block ${className}`} />
}
