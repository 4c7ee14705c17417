import type { z } from 'zod'

/** 'POST /basket/add/single': identifies a call on server and client. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

export interface Declaration {
  /** One line for the OpenAPI document and docs/calls.md. */
  summary?: string
  body?: z.ZodType
  /** How many bytes the body may have; absent: the server's limit for ordinary forms, 64 KB. */
  bodyLimit?: number
  query?: z.ZodType
  params?: z.ZodType
  reply: z.ZodType
}

/** The limit in bytes for a body of up to 1,000 rows, or with a text that is as long. */
export const rowsBodyLimit = 2 * 1024 * 1024

export type Call<R extends Route = Route, D extends Declaration = Declaration> = D & {
  route: R
  /** The chapter of the OpenAPI document. */
  tag: string
}

/** A declaration with what it shares with others. */
type Completed<Shared, D> = Omit<Shared, keyof D> & D extends infer Whole extends Declaration ? Whole : never

/**
 * Returns the function that declares the calls of one feature, each of them once. `shared`: what each of them has unless it
 * declares another. The server answers a call with `handle(app, call, …)`; the browser sends it with
 * `send<typeof call>(route, …)`, which takes only the types, so that no schema travels to the browser.
 */
export function declareCalls<Shared extends Partial<Declaration> = Record<never, never>>(
  tag: string,
  shared?: Shared,
) {
  return <const R extends Route, D extends Partial<Declaration> & Omit<Declaration, keyof Shared>>(
    route: R,
    declaration: D,
  ) => ({ ...shared, ...declaration, route, tag }) as unknown as Call<R, Completed<Shared, D>>
}

export type BodyOf<C extends Call> = C['body'] extends z.ZodType ? z.output<C['body']> : undefined
export type QueryOf<C extends Call> = C['query'] extends z.ZodType ? z.output<C['query']> : undefined
export type ParamsOf<C extends Call> = C['params'] extends z.ZodType ? z.output<C['params']> : undefined
export type ReplyOf<C extends Call> = z.output<C['reply']>

/** What the caller sends: numbers may be strings, optional fields may be missing. */
export type SentBody<C extends Call> = C['body'] extends z.ZodType ? z.input<C['body']> : undefined
export type SentQuery<C extends Call> = C['query'] extends z.ZodType ? z.input<C['query']> : undefined
