/** The same values, but the next one is already being made while the last is used: two processors then both have work. */
export async function* readAhead<Value>(values: AsyncIterable<Value>): AsyncGenerator<Value> {
  const iterator = values[Symbol.asyncIterator]()
  let next = begin(iterator)
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = begin(iterator)
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await iterator.return?.()
  }
}

/** A failure is thrown where the value is waited for; until then it must not count as unhandled. */
function begin<Value>(iterator: AsyncIterator<Value>): Promise<IteratorResult<Value>> {
  const next = iterator.next()
  next.catch(() => undefined)
  return next
}
