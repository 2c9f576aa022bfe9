import { type AccessRow, anyone, byId, ownRow, anySignedIn, secretRow, othersRow } from './rows.ts'

/** Conversations between shoppers and stores. */
export const CHAT: Readonly<Record<string, AccessRow>> = {
  'GET /chat/conversations': ownRow(anySignedIn(200), () => ({ query: { search: 'word' } })),
  'POST /chat/conversations': othersRow(anySignedIn(404), ({ part }) => ({ body: { order: part } })),
  'GET /chat/unread': ownRow(anySignedIn(200)),
  'GET /chat/conversations/{id}': othersRow(anySignedIn(404), ({ conversation }) => byId(conversation)),
  'GET /chat/conversations/{id}/messages': othersRow(anySignedIn(404), ({ conversation }) =>
    byId(conversation),
  ),
  'POST /chat/conversations/{id}/read': othersRow(anySignedIn(404), ({ conversation }) =>
    byId(conversation, { upTo: 1 }),
  ),
  'POST /chat/conversations/{id}/messages': othersRow(anySignedIn(404), ({ conversation, unsentPicture }) =>
    byId(conversation, { clientId: 'client-of-eve', content: 'Hello.', pictures: [unsentPicture] }),
  ),
  'POST /chat/conversations/{id}/typing': othersRow(anySignedIn(404), ({ conversation }) =>
    byId(conversation, {}),
  ),
  'POST /chat/conversations/{id}/block': othersRow(anySignedIn(404), ({ conversation }) =>
    byId(conversation, {}),
  ),
  'POST /chat/conversations/{id}/unblock': othersRow(anySignedIn(404), ({ conversation }) =>
    byId(conversation, {}),
  ),
  'POST /chat/conversations/{id}/report': othersRow(anySignedIn(404), ({ conversation }) =>
    byId(conversation, { reason: 'spam' }),
  ),
  'POST /chat/conversations/{id}/pictures': othersRow(anySignedIn(404), ({ conversation }) => ({
    params: { id: conversation },
    bytes: true,
  })),
  'GET /chat/pictures/{id}/{width}': secretRow(anyone(200), ({ chatPicture }) => ({
    params: { id: chatPicture, width: '480' },
  })),
  'GET /chat/stream': ownRow(anySignedIn(200)),
}
