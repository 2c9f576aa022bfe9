/** The first and the last byte that are asked for, from 0. */
export type ByteRange = Readonly<{ first: number; last: number }>

/**
 * The part of `size` bytes that a `Range` header asks for (RFC 9110, 14.2): undefined when all of them are to be sent, as
 * of several parts at once, which players never ask for; 'unsatisfiable' when there are no such bytes.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '')
    return Number(to) === 0 ? 'unsatisfiable' : { first: Math.max(size - Number(to), 0), last: size - 1 }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < first) return undefined
  return first < size ? { first, last } : 'unsatisfiable'
}
