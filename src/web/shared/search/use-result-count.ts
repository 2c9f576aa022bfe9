import { useEffect, useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import { countFound } from '../listing/load-search.ts'
import { readMarketplaceSearch } from './marketplace-search.ts'

/** How many results a page of results has; capped, there are more than were counted. */
type ResultCount = Readonly<{ total: number; isCapped: boolean }>

/** Returns how many results the text has on a page of its own; undefined until they are counted. */
export function useResultCount(text: string): ResultCount | undefined {
  const [counted, setCounted] = useState<{ text: string; count: ResultCount | undefined }>()
  useEffect(() => {
    let isCurrent = true
    void countFound(call, readMarketplaceSearch({ productName: text })).then((count) => {
      if (isCurrent) setCounted({ text, count })
    })
    return () => void (isCurrent = false)
  }, [text])
  return counted?.text === text ? counted.count : undefined
}
