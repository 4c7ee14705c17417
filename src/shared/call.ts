import type { z } from 'zod'

/** 'POST /basket/add/single': what a call is named by, on both sides of the wire. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

export interface Declaration {
  body?: z.ZodType
  query?: z.ZodType
  params?: z.ZodType
  reply: z.ZodType
}

export type Call<R extends Route = Route, D extends Declaration = Declaration> = D & { route: R }

/**
 * Declares a call once. The server answers it with `handle(app, call, …)`; the browser asks with
 * `send<typeof call>(route, …)`, which takes only the types, so that no schema travels to the browser.
 */
export function call<const R extends Route, D extends Declaration>(route: R, declaration: D): Call<R, D> {
  return { ...declaration, route }
}

export type BodyOf<C extends Call> = C['body'] extends z.ZodType ? z.output<C['body']> : undefined
export type QueryOf<C extends Call> = C['query'] extends z.ZodType ? z.output<C['query']> : undefined
export type ParamsOf<C extends Call> = C['params'] extends z.ZodType ? z.output<C['params']> : undefined
export type ReplyOf<C extends Call> = z.output<C['reply']>

/** What a caller may leave to the server to read: numbers as strings, missing optional fields. */
export type SentBody<C extends Call> = C['body'] extends z.ZodType ? z.input<C['body']> : undefined
export type SentQuery<C extends Call> = C['query'] extends z.ZodType ? z.input<C['query']> : undefined
