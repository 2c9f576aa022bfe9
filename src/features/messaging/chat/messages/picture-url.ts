import type { ChatPictureData } from '../contract.ts'
import { PICTURE_WIDTHS } from '../shapes.ts'

/** A picture with the addresses it is served at. */
export function toChatPictureView({
  id,
  width,
  height,
}: Readonly<{ id: string; width: number; height: number }>): ChatPictureData {
  const [small, large] = PICTURE_WIDTHS
  return {
    id,
    url: `/chat/pictures/${id}/${large}`,
    smallUrl: `/chat/pictures/${id}/${small}`,
    width,
    height,
  }
}

/** The key of the file that holds a picture in one width. */
export function getChatPictureFileKey(id: string, width: number | string): string {
  return `chat/${id.slice(-2)}/${id}-${width}.webp`
}
