import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { loadConfig } from '#platform/config/config.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { serverCommand } from '../../scripts/command.ts'

const read = (file: string) => readFileSync(path.join('deploy', file), 'utf8')
const documents = (file: string): unknown[] => parseAllDocuments(read(file)).map((one): unknown => one.toJS())
const FLAGS = serverCommand().args.filter((arg) => arg.startsWith('--'))

/** Settings that manifests take from secrets. */
const SECRETS = {
  DATABASE_URL: 'postgres://shop:secret@database/shop',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  FILES_ACCESS_KEY: 'key',
  FILES_SECRET_KEY: 'secret',
}

const Container = z.object({
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  readinessProbe: z.object({ httpGet: z.object({ path: z.literal('/readyz') }) }).optional(),
  livenessProbe: z.object({ httpGet: z.object({ path: z.literal('/healthz') }) }).optional(),
})

const Workload = z.object({
  kind: z.enum(['Deployment', 'Job']),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number().optional(),
        securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number().min(1) }),
        containers: z.tuple([Container]),
        volumes: z.array(z.object({ name: z.string() })),
      }),
    }),
  }),
})

const Selecting = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  spec: z.object({ selector: z.looseObject({}).optional(), scaleTargetRef: z.unknown().optional() }),
})

const kustomization = z
  .object({ resources: z.array(z.string()) })
  .parse(documents('kubernetes/kustomization.yaml')[0])
const objects = kustomization.resources.flatMap((file) => documents(`kubernetes/${file}`))
const workloads = objects.flatMap((one) => Workload.safeParse(one).data ?? [])
const configMap = z
  .object({ data: z.record(z.string(), z.string()) })
  .parse(objects.find((one) => z.object({ kind: z.literal('ConfigMap') }).safeParse(one).success)).data

describe('the Kubernetes manifests', () => {
  test('list every file, and run web, worker and migration as a user on a read-only root', () => {
    const files = readdirSync('deploy/kubernetes').filter((file) => file !== 'kustomization.yaml')
    expect(kustomization.resources.toSorted()).toEqual(
      files.filter((file) => file.endsWith('.yaml')).toSorted(),
    )
    // The schema above checks the required fields of each container.
    expect(workloads.map(({ metadata }) => metadata.name).toSorted()).toEqual(['migrate', 'web', 'worker'])
    for (const { spec } of workloads) {
      const [container] = spec.template.spec.containers
      expect(container.volumeMounts.map(({ mountPath }) => mountPath).toSorted()).toEqual(['/data', '/tmp'])
      expect(spec.template.spec.volumes.map(({ name }) => name)).toEqual(
        container.volumeMounts.map(({ name }) => name),
      )
    }
  })

  test.each(workloads.map((workload) => [workload.metadata.name, workload] as const))(
    'give the process %s valid settings, and time to stop',
    (name, { kind, spec }) => {
      const [container] = spec.template.spec.containers
      const own = Object.fromEntries(
        container.env.flatMap((one) => (one.value === undefined ? [] : [[one.name, one.value]])),
      )
      const config = loadConfig({ NODE_ENV: 'production', ...SECRETS, ...configMap, ...own })
      expect(config.process).toMatchObject({ role: name, migratesAtStart: name === 'migrate' })
      if (kind === 'Job') return
      expect(container).toMatchObject({ readinessProbe: expect.anything(), livenessProbe: expect.anything() })
      // Running requests have 15 s to finish, and jobs 10 s.
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
        config.process.drainSeconds + 25,
      )
    },
  )

  test('select existing pods only', () => {
    const pods = workloads.map(({ spec }) => JSON.stringify(spec.template.metadata.labels))
    const others = objects.map((one) => Selecting.parse({ spec: {}, ...(one as object) }))
    const selectors = others.flatMap(({ kind, spec: { selector } }) => {
      if (selector === undefined) return []
      return JSON.stringify(kind === 'Service' ? selector : Reflect.get(selector, 'matchLabels'))
    })
    const servers = selectors.filter((selector) => selector.includes('cnpg.io'))
    expect(servers.map((selector): unknown => JSON.parse(selector))).toEqual(
      [1, 2, 3].map((n) => ({ 'cnpg.io/cluster': 'database', 'cnpg.io/instanceName': `database-${n}` })),
    )
    const own = selectors.filter((selector) => !servers.includes(selector))
    expect(own).toHaveLength(5)
    expect(own.filter((selector) => !pods.includes(selector))).toEqual([])
    const scaled = others.flatMap(({ spec }) => spec.scaleTargetRef ?? [])
    expect(scaled).toEqual([{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }])
  })
})

test('web pods read from each database server by a Service of its own', () => {
  const web = workloads.find(({ metadata }) => metadata.name === 'web')
  const setting = web?.spec.template.spec.containers[0].env.find(
    ({ name }) => name === 'DATABASE_REPLICA_URLS',
  )
  const { replicaUrls } = loadConfig({
    ...SECRETS,
    ...configMap,
    DATABASE_REPLICA_URLS: setting?.value,
  }).process
  const names = objects.map((one) => Selecting.parse({ spec: {}, ...(one as object) }).metadata.name)
  expect(replicaUrls.map((url) => /@([\w-]+):/.exec(url)?.[1])).toEqual(
    names.filter((name) => name.startsWith('database-server-')),
  )
})

test('the Helm chart has every manifest, a value for each name, and valid settings', () => {
  const Chart = z.object({ apiVersion: z.literal('v2'), name: z.literal('cabochon'), version: z.string() })
  expect(Chart.safeParse(parse(read('helm/Chart.yaml'))).error).toBeUndefined()
  const template = read('helm/templates/shop.yaml')
  const quoted = /list (".*") \}\}[\s\S]*prepend \$files "(\w+)"/.exec(template)
  const files = [...(quoted?.[1]?.match(/\w+/g) ?? []), quoted?.[2]].map((file) => `${file}.yaml`)
  expect(files.toSorted()).toEqual(kustomization.resources.toSorted())
  for (const file of files) expect(read(`helm/kubernetes/${file}`)).toBe(read(`kubernetes/${file}`))

  const values = z
    .looseObject({ config: z.record(z.string(), z.string()) })
    .parse(parse(read('helm/values.yaml')))
  const named = [...template.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, keys = '']) =>
    keys.slice(1).split('.'),
  )
  expect(named.length).toBeGreaterThan(4)
  for (const keys of named)
    expect(keys.reduce((value: unknown, key) => Reflect.get(Object(value), key), values)).toBeDefined()
  const config = loadConfig({
    NODE_ENV: 'production',
    ROLE: 'web',
    ...SECRETS,
    ...configMap,
    ...values.config,
  })
  expect(config.process.role).toBe('web')
})

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      environment: z.record(z.string(), z.string()).optional(),
      read_only: z.boolean().optional(),
      volumes: z.array(z.string()).optional(),
    }),
  ),
})

test.each(['docker/compose.yaml', 'docker/compose.scale.yaml'])(
  '%s starts every process with valid settings on a read-only root',
  (file) => {
    const { services } = Compose.parse(parse(read(file), { merge: true }))
    const shops = Object.values(services).filter(({ image }) => image === 'cabochon')
    expect(shops.length).toBeGreaterThan(0)
    for (const { environment = {}, read_only: isReadOnly } of shops) {
      expect(isReadOnly).toBe(true)
      const given: Record<string, string> = {
        ...SECRETS,
        PUBLIC_URL: 'https://shop.example',
        FILES_URL: 's3://shop-files',
        METRICS_TOKEN: 'a token of 16 signs',
        TRUST_PROXY: 'off',
      }
      const settings = Object.entries(environment).map(([name, value]) => [
        name,
        value.startsWith('${') ? given[name] : value,
      ])
      expect(loadConfig(Object.fromEntries(settings)).databaseUrl).toContain('@database')
    }
    const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.filter((one) => one.startsWith('.')),
    )
    for (const mount of mounted)
      expect(existsSync(path.join('deploy/docker', mount.split(':')[0] ?? ''))).toBe(true)
    for (const { image } of Object.values(services)) expect(image).toMatch(/^cabochon$|:v?\d/)
  },
)

test('the image has its stages, copies existing files, runs as a user and has a health check', () => {
  const dockerfile = read('docker/Dockerfile')
  const stages = dockerfile.split(/^FROM /m).slice(1)
  expect(stages).toHaveLength(3)
  const last = stages.at(-1) ?? ''
  expect(last).toMatch(/^USER node$/m)
  expect(last).toMatch(/^HEALTHCHECK [\s\S]*\/healthz/m)
  for (const [, source = ''] of last.matchAll(/^COPY (?!--from)(\S+)/gm))
    expect([source, existsSync(source)]).toEqual([source, true])
  expect(/^CMD (.*)$/m.exec(last.split('HEALTHCHECK')[1]?.split('\n').slice(2).join('\n') ?? '')?.[1]).toBe(
    JSON.stringify(['node', ...FLAGS, 'src/main/server.ts']).replaceAll(',', ', '),
  )
})

test.each(readdirSync('deploy/systemd'))(
  'the unit %s starts the server like npm start, with valid settings',
  (file) => {
    const unit = read(`systemd/${file}`)
    expect(unit).toContain(`${FLAGS.join(' ')} src/main/server.ts`)
    const environment = /^Environment=(.*)$/m.exec(unit)?.[1]?.replace('%i', '3001').split(' ') ?? []
    const { process } = loadConfig({
      ...SECRETS,
      FILES_URL: 's3://shop-files',
      ...Object.fromEntries(environment.map((pair) => pair.split('='))),
    })
    expect(file).toContain(process.role)
    for (const line of ['User=cabochon', 'NoNewPrivileges=yes', 'ProtectSystem=strict'])
      expect(unit).toContain(line)
  },
)

test('HAProxy sends its health checks with a Host header, which web processes require', () => {
  const settings = read('docker/haproxy.cfg').replaceAll(/#.*/g, '')
  expect(settings).toMatch(/^\s*option httpchk$/m)
  expect(settings).toMatch(/^\s*http-check send meth GET uri \/readyz ver HTTP\/1\.1 hdr Host \S+$/m)
})

test('PostgreSQL archives its log to pgBackRest within a minute, and no primary is without a watchdog', () => {
  const { watchdog, postgresql } = z
    .object({
      watchdog: z.object({ mode: z.string(), safety_margin: z.number() }),
      postgresql: z.object({
        parameters: z.object({ archive_command: z.string(), archive_timeout: z.number() }),
      }),
    })
    .parse(parse(read('postgresql/patroni.yaml')))
  const [, stanza] = /--stanza=(\w+) archive-push %p$/.exec(postgresql.parameters.archive_command) ?? []
  expect(read('postgresql/pgbackrest.conf').split('\n')).toContain(`[${stanza}]`)
  expect(postgresql.parameters.archive_timeout).toBeLessThan(60)
  expect(watchdog).toEqual({ mode: 'required', safety_margin: 5 })
})

test('every metric in alerts and dashboards exists', async () => {
  const { text } = await createMetrics().render()
  const known = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  const Rules = z.object({
    groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
  })
  const Dashboard = z.object({
    panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
  })
  const alerts = Rules.parse(parse(read('monitoring/alerts.yaml'))).groups.flatMap(({ rules }) => rules)
  const panels = Dashboard.parse(JSON.parse(read('monitoring/dashboard.json'))).panels
  const expressions = [...alerts, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr)
  const named = expressions.flatMap((expr) => expr.match(/\b(cabochon|nodejs|process)_\w+/g) ?? [])
  expect(named.filter((name) => !known.has(name))).toEqual([])
  expect(named.length).toBeGreaterThan(20)
})
