import { useState } from 'react'

const RATING_LABELS = ['No rating yet', 'Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const

/**
 * A rating from 0, which is none, to 5: a group of radio buttons, which the arrow keys walk through and which works without
 * script. The stars up to the chosen one are filled by the style sheet.
 */
export function StarRatingInput({ rating, error }: { rating: number; error: string | undefined }) {
  const [shown, setShown] = useState(rating)
  return (
    <fieldset aria-describedby={error === undefined ? undefined : 'rating-error'}>
      <legend className="mb-1.5 text-sm">Your rating</legend>
      <div className="flex items-center gap-3">
        <div className="star-choice">
          {RATING_LABELS.map((word, stars) => (
            <label key={word}>
              <input
                type="radio"
                name="rating"
                value={stars}
                defaultChecked={stars === rating}
                onChange={() => setShown(stars)}
                className="sr-only"
              />
              {stars > 0 && <Star />}
              <span className="sr-only">{stars === 0 ? word : `${stars} of 5 stars, ${word}`}</span>
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="needs-script text-sm text-ink-soft">
          {RATING_LABELS[shown]}
        </span>
      </div>
      {error !== undefined && (
        <p id="rating-error" className="mt-1.5 text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Star() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2.6l2.9 5.9 6.5.95-4.7 4.6 1.1 6.45L12 17.45 6.2 20.5l1.1-6.45-4.7-4.6 6.5-.95z" />
    </svg>
  )
}
