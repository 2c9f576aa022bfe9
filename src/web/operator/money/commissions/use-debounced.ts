import { useEffect, useState } from 'react'

const TYPING_MS = 300

/** Returns a value once it has not changed for a moment, which saves a request per keystroke. */
export function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), TYPING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
