import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
const jsonCall = { 'x-requested-with': 'XMLHttpRequest' }

beforeAll(async () => {
  shop = await startTestShop()
})

afterAll(() => shop?.close())

interface Line {
  msg: string
  requestId?: string
  [field: string]: unknown
}

const listLines = (requestId: string): Line[] =>
  shop
    .log()
    .map(line => JSON.parse(line) as Line)
    .filter(line => line.requestId === requestId)

const waitForAccessLine = async (requestId: string): Promise<Line> => {
  const find = () => listLines(requestId).find(({ msg }) => msg === 'Request answered.')
  await expect.poll(find).toBeDefined()
  return find()!
}

const sendRequest = (path: string, requestId: string, headers: Record<string, string> = jsonCall) =>
  shop.createVisitor().request('GET', path, { headers: { 'x-request-id': requestId, ...headers } })

test('each request logs one line with its id, method, route, status and time', async () => {
  await sendRequest('/search?query=FH-OIL-1', 'line-1')
  const { time, ms, ...line } = await waitForAccessLine('line-1')
  expect(line).toEqual({
    level: 30,
    requestId: 'line-1',
    method: 'GET',
    route: '/search',
    status: 200,
    msg: 'Request answered.',
  })
  expect([typeof time, typeof ms]).toEqual(['number', 'number'])
  expect(listLines('line-1')).toHaveLength(1)
})

test('what customers enter, tokens and IP addresses stay out of the log', async () => {
  await sendRequest('/search?query=jane.private%40example.org', 'private-1')
  await sendRequest('/password/reset/very-secret-token-1', 'private-2', { accept: 'text/html' })
  await sendRequest('/nothing/jane.private@example.org', 'private-3')
  expect((await waitForAccessLine('private-2')).route).toBe('/password/reset/:token')
  await waitForAccessLine('private-3')
  const visitor = shop.createVisitor('198.51.100.23')
  await visitor.post('/login', { email: 'jane.private@example.org', password: 'wrong-one-1' })
  const log = shop.log().join('\n')
  for (const secret of ['jane.private', 'very-secret-token', 'wrong-one-1', '198.51.100.23']) {
    expect(log).not.toContain(secret)
  }
})

test('problems and pages carry the request’s id', async () => {
  const problem = await sendRequest('/basket/nothing-here', 'problem-1')
  expect(problem.headers.get('x-request-id')).toBe('problem-1')
  expect(problem.body).toMatchObject({ status: 404, request_id: 'problem-1' })
  const page = await sendRequest('/nothing-here', 'page-1', { accept: 'text/html' })
  expect([page.status, page.headers.get('x-request-id')]).toEqual([404, 'page-1'])
  const cached = await sendRequest('/', 'page-2', { accept: 'text/html' })
  expect(cached.headers.get('x-request-id')).toBe('page-2')
})

test('an invalid request id is replaced', async () => {
  const { headers } = await sendRequest('/healthz', 'not an id')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/)
})

test('an idle database connection that is dropped is logged, and the shop goes on', async () => {
  await sendRequest('/search?query=FH-OIL-1', 'before-drop')
  await shop.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'`,
  )
  const lost = () => shop.log().filter(line => line.includes('A database connection was lost.'))
  await expect.poll(() => lost().length).toBeGreaterThan(0)
  expect(JSON.parse(lost()[0]!)).toMatchObject({ level: 40, err: { code: '57P01' } })
  expect((await sendRequest('/search?query=FH-OIL-1', 'after-drop')).status).toBe(200)
})
