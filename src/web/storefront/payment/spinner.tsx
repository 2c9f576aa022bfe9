/** A fine ring that turns while something is on its way; it stands still once it waits for the shopper. */
export function Spinner({ isTurning }: { isTurning: boolean }) {
  return (
    <svg
      viewBox="0 0 56 56"
      aria-hidden="true"
      fill="none"
      strokeWidth="1.5"
      className={`size-14 ${isTurning ? 'animate-spin' : ''}`}
    >
      <circle cx="28" cy="28" r="26" className="stroke-line" />
      {isTurning && <path d="M28 2a26 26 0 0 1 26 26" strokeLinecap="round" className="stroke-accent" />}
    </svg>
  )
}
