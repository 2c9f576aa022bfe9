export { CHAT_CHANNEL } from './live/event-queries.ts'
export { openConversation } from './conversations/open-conversation.ts'
export { sendMessage } from './messages/send-message.ts'
export {
  block,
  readMessages,
  readUpTo,
  report,
  showConversation,
  tellOfTyping,
} from './conversations/in-conversation.ts'
export { keepPicture, openPicture } from './messages/store-picture.ts'
export { eraseConversations, exportConversations } from './conversations/leave-chat.ts'
export { type ChatLive, createChatLive } from './live/live.ts'
