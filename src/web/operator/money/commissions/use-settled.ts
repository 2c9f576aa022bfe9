import { useEffect, useState } from 'react'

const TYPING_MS = 300

/** Returns a value once it has not changed for a moment, which saves a request per keystroke. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
