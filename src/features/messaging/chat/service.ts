export { CHAT_CHANNEL } from './live/event-queries.ts'
export { openConversation } from './conversations/open-conversation.ts'
export { sendMessage } from './messages/send-message.ts'
export {
  setConversationBlocked,
  readMessages,
  markReadUpTo,
  saveReport,
  readConversationView,
  notifyTyping,
} from './conversations/use-conversation.ts'
export { saveChatPicture, openChatPicture } from './messages/pictures.ts'
export { eraseConversations, exportConversations } from './conversations/account-conversations.ts'
export { type ChatLive, createChatLive } from './live/live.ts'
