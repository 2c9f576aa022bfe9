import type { AnnouncementData } from '#features/catalogue/promotions/contract.ts'

/**
 * Returns the HTML of the announcements to everyone, above the app: without hydration or scripts. Operators' text is
 * escaped.
 */
export function renderAnnouncements(announcements: readonly AnnouncementData[]): string {
  if (announcements.length === 0) return ''
  const lines = announcements.map(({ text, link }) => {
    const anchor = link
      ? ` <a href="${escapeHtml(link.path)}" class="underline">${escapeHtml(link.label)}</a>`
      : ''
    return `<p class="wrap-anywhere">${escapeHtml(text)}${anchor}</p>`
  })
  return `<aside aria-label="Announcements" class="flex flex-col gap-1 bg-ink px-5 py-2 text-center text-sm text-paper print:hidden">${lines.join('')}</aside>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
