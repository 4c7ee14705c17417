import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { addBodyParsers } from './body/forms.ts'
import { handle, setZodCompilers } from './handle.ts'

const call = declareCalls('Test')

const saveThing = call('POST /things/:id', {
  params: z.object({ id: z.coerce.number().int() }),
  query: z.object({ page: z.coerce.number().int().default(1) }),
  body: z.object({ name: z.string('Enter a name.'), rows: z.array(z.object({ size: z.int() })).default([]) }),
  reply: z.object({ name: z.string(), rows: z.array(z.object({ size: z.int() })) }),
})

async function openApp(): Promise<FastifyInstance> {
  const app = Fastify()
  setZodCompilers(app)
  addBodyParsers(app)
  app.setErrorHandler((error, _request, reply) =>
    error instanceof Problem
      ? reply.code(error.status).send(error.toDetails({ phone: null, email: null }))
      : reply.code(500).send({ message: (error as Error).message }),
  )
  handle(
    app,
    saveThing,
    async ({ body, query, params }) => ({ ...body, ...query, ...params, secret: 'x' }) as never,
    {
      authorize: async ({ headers }) => {
        if (headers.authorization === 'none') throw new Problem(401)
      },
      form: ({ reply }, { name }) => reply.redirect(`/things?name=${name}`),
    },
  )
  return app
}

const send = async (url: string, payload?: object, headers: Record<string, string> = {}) =>
  (await openApp()).inject({ method: 'POST', url, ...(payload && { payload }), headers })

test('a reply has the declared fields only, at any depth', async () => {
  const reply = await send('/things/7', { name: 'Filter', rows: [{ size: 3, cost: 9 }], price: 4 })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ name: 'Filter', rows: [{ size: 3 }] })
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'X-Requested-With',
  })
})

test('an invalid path parameter is a 404', async () => {
  expect((await send('/things/x', { name: 'Filter' })).statusCode).toBe(404)
})

test('a wrong query is a 400 and a wrong body a 422, with errors by field', async () => {
  const query = await send('/things/7?page=x', { name: 'Filter' })
  expect(query.statusCode).toBe(400)
  expect(Object.keys(query.json().errors)).toEqual(['page'])
  const body = await send('/things/7', { name: 5, rows: [{ size: 1 }, { size: 'x' }] })
  expect(body.statusCode).toBe(422)
  expect(body.json().errors).toMatchObject({ name: ['Enter a name.'], 'rows.1.size': [expect.any(String)] })
})

test('a missing body is an empty one', async () => {
  expect((await send('/things/7')).json().errors).toEqual({ name: ['Enter a name.'] })
})

test('authorization runs before validation', async () => {
  expect((await send('/things/x?page=x', {}, { authorization: 'none' })).statusCode).toBe(401)
})

test('a form without the marker is answered by the form option', async () => {
  const app = await openApp()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await app.inject({ method: 'POST', url: '/things/7', headers: form, payload: 'name=Filter' })
  expect(reply.statusCode).toBe(302)
  expect(reply.headers.location).toBe('/things?name=Filter')
})

test('a reply that does not match its declaration is a 500', async () => {
  const app = Fastify()
  setZodCompilers(app)
  const count = call('GET /count', { reply: z.object({ count: z.int() }) })
  handle(app, count, async () => ({ count: 'many' }) as never)
  expect((await app.inject('/count')).statusCode).toBe(500)
})
