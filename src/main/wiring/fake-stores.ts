import { unavailable } from '#core/errors.ts'
import type { Ask } from '#platform/security/safe-fetch.ts'
import type { AppSetup } from './setup.ts'

/**
 * All shops of the world on one server of this machine, each in a folder named for its host: for tests and trying out. No
 * production takes the setting that names it.
 */
export function playedStores(base: string, send: AppSetup['send']): Ask {
  return async ({ url, headers = {}, body }) => {
    const { host, pathname, search } = new URL(url)
    const answer = await send(`${base}/${host}${pathname}${search}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    }).catch((error: unknown) => {
      throw unavailable('server_unreachable', `${host} could not be reached.`, error)
    })
    return { status: answer.status, text: await answer.text(), headers: Object.fromEntries(answer.headers) }
  }
}
