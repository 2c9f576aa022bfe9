/** Renders a user's picture or initials. The name is beside it, so screen readers skip it. */
export function Avatar({ name, src }: { name: string; src: string | null }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-full bg-stone text-sm font-medium text-ink"
    >
      {src ? (
        <img src={src} alt="" width={44} height={44} className="size-full object-cover" />
      ) : (
        getInitials(name)
      )}
    </span>
  )
}

/** Returns the first letters of the first and the last word. */
function getInitials(name: string): string {
  const nameParts = name.split(/\s+/).filter(Boolean)
  const firstAndLast = nameParts.length > 1 ? [nameParts[0], nameParts.at(-1)] : [nameParts[0]]
  return firstAndLast
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
