import { useEffect, useRef, useState } from 'react'
import type { ChatMessageData } from '#features/messaging/chat/contract.ts'

/** The time in which new messages are announced together, in milliseconds. */
const BATCH_MS = 1_500

/**
 * Returns the screen reader announcement of new messages in the open conversation. One is announced by its text,
 * several by their number. Older messages, and those present when it was opened, are not announced.
 */
export function useMessageAnnouncement(
  { id, name }: Readonly<{ id: string; name: string }>,
  messages: readonly ChatMessageData[] | undefined,
): string {
  const [announcement, setAnnouncement] = useState('')
  const lastAnnounced = useRef({ id: '', upTo: 0 })
  const waiting = useRef<ChatMessageData[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (!messages) return
    const upTo = messages.at(-1)?.number ?? 0
    const fresh = messages.filter(
      ({ number, sender }) => number > lastAnnounced.current.upTo && sender === 'other',
    )
    const isOpened = lastAnnounced.current.id !== id
    lastAnnounced.current = { id, upTo }
    if (isOpened) {
      waiting.current = []
      return
    }
    if (fresh.length === 0) return
    waiting.current.push(...fresh)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setAnnouncement(explainNewMessages(name, waiting.current))
      waiting.current = []
    }, BATCH_MS)
  }, [id, name, messages])

  useEffect(() => () => clearTimeout(timer.current), [])
  return announcement
}

/** Describes new messages: one by its text, shortened; several by their number. */
export function explainNewMessages(name: string, messages: readonly ChatMessageData[]): string {
  const [message] = messages
  if (!message) return ''
  if (messages.length > 1) return `${messages.length} new messages from ${name}`
  const preview = message.content || (message.pictures.length > 0 ? 'a picture' : 'a message')
  return `${name}: ${preview.length > 200 ? `${preview.slice(0, 200)}…` : preview}`
}
