import { RING_SIZES } from './ring-sizes.ts'

/** For paper only: the inside of each size in its true measure, to lay a ring on, and a line to check the printer by. */
export function RingCircles() {
  return (
    <section className="hidden break-before-page print:block">
      <h3 className="text-lg">Lay a ring on its circle</h3>
      <p className="mt-2">
        Print at 100 %, not fitted to the page: the line must be 50 mm long. The ring whose inside shows the
        whole circle, and nothing around it, is yours.
      </p>
      <svg width="50mm" height="2mm" className="my-4" aria-hidden="true">
        <rect width="100%" height="0.4mm" fill="currentColor" />
      </svg>
      <ul className="grid grid-cols-5 gap-4">
        {RING_SIZES.map(({ us, eu, diameterMm }) => (
          <li key={us} className="flex flex-col items-center gap-1 text-xs break-inside-avoid">
            <svg width={`${diameterMm}mm`} height={`${diameterMm}mm`} overflow="visible" aria-hidden="true">
              <circle cx="50%" cy="50%" r="50%" fill="none" stroke="currentColor" strokeWidth="0.2mm" />
            </svg>
            {`US ${us} · EU ${eu}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
