import { useEffect } from 'react'

/** Puts the number of unread messages before the document's title, as tabs show it: '(3) Messages · Cabochon'. */
export function useTitleCount(unread: number): void {
  useEffect(() => {
    const plain = document.title.replace(COUNT, '')
    document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${plain}` : plain
    return () => {
      document.title = document.title.replace(COUNT, '')
    }
  }, [unread])
}

const COUNT = /^\(\d+\+?\) /
