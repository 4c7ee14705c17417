import { randomUUID } from 'node:crypto'
import { addDays, type IsoDate, toLondonTime } from '../../src/lib/dates.ts'
import type { TestShop } from './shop.ts'
import { createTestVisitor, type TestResponse, type TestVisitor } from './test-visitor.ts'

/** What 100 customers and staff do at random in one shop at the same time. */

export interface Person {
  /** Signed in; a guest has another one for each order. */
  visitor: TestVisitor
  /** ''; a guest. */
  email: string
}

/** In the test's process, or a built one. */
export interface BusyShop extends Pick<TestShop, 'url' | 'sql' | 'productId'> {
  context: Pick<TestShop['context'], 'now'>
}

export interface Busy {
  shop: BusyShop
  random: () => number
  /** References of the orders placed so far. */
  orders: string[]
  /** Another browser, whose answers are watched too. */
  createVisitor(): TestVisitor
}

/** True: it succeeded. */
export type Action = (busy: Busy, person: Person) => Promise<boolean>
export type Actions = Readonly<Record<string, readonly [weight: number, action: Action]>>

/** Parts that have some stock, so that orders are short now and then, and one that can be ordered without. */
export const goods = ['FH-SEAL-1', 'FH-OIL-1', 'FH-HYD-1', 'FH-AIR-1']

export interface Reply {
  success?: boolean
}

/** So many days after the shop's today. */
export const getDay = ({ shop }: Pick<Busy, 'shop'>, days: number): IsoDate =>
  addDays(toLondonTime(shop.context.now()).date, days)

/** The latest month, or the one before it, that has ended: '2026-10'. */
export const getEndedMonth = (busy: Busy): string => getDay(busy, -31).slice(0, 7)

/** A whole number from 1 to `most`. */
export const draw = ({ random }: Busy, most: number): number => 1 + Math.floor(random() * most)

export const pick = <T>({ random }: Busy, choices: readonly T[]): T =>
  choices[Math.floor(random() * choices.length)]!

/** One of the rows that a query finds, at random. */
export async function pickRow<T>(busy: Busy, query: string, values: unknown[] = []): Promise<T | undefined> {
  const rows = await busy.shop.sql<T>(query, values)
  return rows.length === 0 ? undefined : pick(busy, rows)
}

export function onAnOrder(
  run: (busy: Busy, staff: TestVisitor, reference: string) => Promise<boolean>,
): Action {
  return async (busy, { visitor }) => {
    // Mostly one of the newest, so that several staff have the same one open.
    const newest = busy.random() < 0.7 ? busy.orders.slice(-6) : busy.orders
    return newest.length === 0 ? false : run(busy, visitor, pick(busy, newest))
  }
}

/** Staff who have just opened the page of an order, and sometimes press twice. */
export async function act(
  busy: Busy,
  staff: TestVisitor,
  reference: string,
  call: string,
  body: object,
): Promise<boolean> {
  const { text } = await staff.getPage(`/admin/orders/${reference}`)
  const seen = /name="seen" value="([\d.]+)"/.exec(text)?.[1] ?? ''
  const form = { seen, request: randomUUID(), ...body }
  return pressTwiceSometimes(busy, () => staff.post<Reply>(`/admin/orders/${reference}/${call}`, form))
}

/** True: one of the presses succeeded. */
export async function pressTwiceSometimes(
  busy: Busy,
  press: () => Promise<TestResponse<Reply>>,
): Promise<boolean> {
  const replies = await Promise.all(busy.random() < 0.3 ? [press(), press()] : [press()])
  return replies.some(({ body }) => body?.success === true)
}

/** So many people who do the same things, each signed in as somebody else. */
export interface Crowd {
  emails: readonly string[]
  actions: Actions
}

export interface BusyOptions {
  seconds: number
  moreSeconds: number
  seed: number
  crowds: readonly Crowd[]
}

export interface BusyMinute {
  /** Of each action, how often it succeeded. */
  done: Record<string, number>
  orders: string[]
  /** Statuses from 500 on, with their requests. */
  failures: string[]
}

/**
 * They act at random for so many seconds, and up to `moreSeconds` longer while there is an action that has not succeeded
 * once. Resolves when all have finished their last action.
 */
export async function runBusyShop(
  shop: TestShop,
  { seconds, moreSeconds, seed, crowds }: BusyOptions,
): Promise<BusyMinute> {
  const failures: string[] = []
  const done: Record<string, number> = {}
  let visitors = 0
  const createVisitor = () => {
    const nth = visitors++
    const visitor = createTestVisitor(shop.url, `10.9.${Math.floor(nth / 250)}.${(nth % 250) + 1}`)
    return watch(visitor, failures)
  }
  const busy: Busy = { shop, random: createGenerator(seed), orders: [], createVisitor }
  const people = await Promise.all(
    crowds.flatMap(({ emails, actions }) =>
      emails.map(async email => {
        const visitor = createVisitor()
        if (email !== '')
          for (const cookie of (await shop.signIn(email)).cookies) visitor.cookies.set(...cookie)
        return { person: { visitor, email }, actions }
      }),
    ),
  )
  const end = Date.now() + seconds * 1000
  const lastEnd = end + moreSeconds * 1000
  const isMissing = (name: string) => done[name] === undefined
  const isAnyMissing = () => crowds.some(({ actions }) => Object.keys(actions).some(isMissing))
  await Promise.all(
    people.map(async ({ person, actions }) => {
      while (Date.now() < end || (Date.now() < lastEnd && isAnyMissing())) {
        const missing = Object.entries(actions).filter(([name]) => isMissing(name))
        const isLate = Date.now() >= end && missing.length > 0 && busy.random() < 0.5
        const [name, run] = drawAction(busy, isLate ? Object.fromEntries(missing) : actions)
        if (await run(busy, person)) done[name] = (done[name] ?? 0) + 1
      }
    }),
  )
  return { done, orders: busy.orders, failures }
}

/** Records each answer that says that the shop failed. */
function watch(visitor: TestVisitor, failures: string[]): TestVisitor {
  const record = <Arguments extends [string, ...unknown[]], Response extends { status: number }>(
    ask: (...call: Arguments) => Promise<Response>,
  ) => {
    return async (...call: Arguments): Promise<Response> => {
      const response = await ask(...call)
      if (response.status >= 500) failures.push(`${response.status} ${call[0]}`)
      return response
    }
  }
  return {
    ...visitor,
    get: record(visitor.get) as TestVisitor['get'],
    post: record(visitor.post) as TestVisitor['post'],
    delete: record(visitor.delete) as TestVisitor['delete'],
    getPage: record(visitor.getPage),
    getFile: record(visitor.getFile),
    postForm: record(visitor.postForm),
  }
}

export function drawAction(busy: Pick<Busy, 'random'>, actions: Actions): [name: string, action: Action] {
  const entries = Object.entries(actions)
  let at = busy.random() * entries.reduce((total, [, [weight]]) => total + weight, 0)
  for (const [name, [weight, action]] of entries) {
    at -= weight
    if (at < 0) return [name, action]
  }
  throw new Error('no action')
}

/** The same numbers from 0 to 1 for the same seed (xorshift). */
export function createGenerator(seed: number): () => number {
  let state = seed || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
