import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { openApiDocument, type OpenApiVersion } from '#platform/http/calls/openapi.ts'
import type { Route } from '#platform/http/calls/route.ts'

// Resolved, not imported: its main file would load the whole browser bundle into the server.
const FOLDER = path.dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))

const FILES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=UTF-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=UTF-8'],
])

// Groups are collapsed until a reader opens or finds one, because rendering four hundred calls at once takes a phone
// a quarter of a minute. Of an OpenAPI 3.1 document Swagger UI resolves all schemas before it renders anything, which
// took a desktop ten more seconds.
const INIT_SCRIPT = `window.ui = SwaggerUIBundle({
  url: '/api/openapi-3.0.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
})\n`

/**
 * The content policy. Swagger UI sets its styles by script, which no policy forbids, so inline styles stay forbidden.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

/**
 * Returns the browsable API: `/api`, and its document `/api/openapi.json`, also in OpenAPI 3.0
 * (`/api/openapi-3.0.json`).
 */
export function apiPage(routes: readonly Route[], publicUrl: string): Hono {
  const app = new Hono()
  const cachedDocuments = new Map<OpenApiVersion, object>()
  const read = (openapi: OpenApiVersion): object => {
    const found = cachedDocuments.get(openapi) ?? openApiDocument(routes, publicUrl, openapi)
    cachedDocuments.set(openapi, found)
    return found
  }
  app.get('/openapi.json', (c) => c.json(read('3.1.0')))
  app.get('/openapi-3.0.json', (c) => c.json(read('3.0.3')))
  app.get('/', (c) => c.html(renderApiPage(), 200, { 'content-security-policy': POLICY }))
  app.get('/start.js', (c) => c.body(INIT_SCRIPT, 200, { 'content-type': 'text/javascript; charset=UTF-8' }))
  app.get('/:file', async (c, next) => {
    const type = FILES.get(c.req.param('file'))
    if (!type) return next()
    const body = await readFile(path.join(FOLDER, c.req.param('file')))
    return c.body(new Uint8Array(body), 200, {
      'content-type': type,
      'cache-control': 'public, max-age=86400',
    })
  })
  return app
}

function renderApiPage() {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Cabochon API</title>
        <link rel="stylesheet" href="/api/swagger-ui.css" />
      </head>
      <body>
        <div id="api"></div>
        <script src="/api/swagger-ui-bundle.js"></script>
        <script src="/api/start.js"></script>
      </body>
    </html>`
}
