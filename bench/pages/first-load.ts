import { FIRST_LOAD_LIMIT, measureFirstLoads } from '../../scripts/checks/first-load.ts'
import type { Measurement, Row } from '../table.ts'

const REFERENCE = 'Next 136, React Router framework 114, TanStack Start 111'

/** The scripts that each page of the built web loads before it is hydrated. */
export const FIRST_LOAD: Measurement = {
  what: 'scripts of a page',
  run: async () =>
    measureFirstLoads('dist').map(({ path, files, bytes }): Row => ({
      what: `scripts of ${path}, gzip`,
      figure: bytes / 1000,
      unit: 'KB',
      bar: FIRST_LOAD_LIMIT / 1000,
      aim: 105,
      peers: path === '/product/$id' ? REFERENCE : undefined,
      note: `${files} files`,
    })),
}
