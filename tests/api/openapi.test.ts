import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'

interface OpenApiDocument {
  [key: string]: unknown
  paths: Record<string, Record<string, { tags: string[]; summary?: string; requestBody?: unknown }>>
}

let shop: TestShop
let document: OpenApiDocument

beforeAll(async () => {
  shop = await startTestShop()
  const { status, headers, body } = await shop
    .createVisitor()
    .request<OpenApiDocument>('GET', '/openapi.json')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  document = body
})

afterAll(() => shop.close())

test('the OpenAPI document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the OpenAPI document describes the declared calls by feature, and no pages', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags }]) => `${method.toUpperCase()} ${path} (${tags})`),
  )
  expect(operations).toContain('POST /basket/add/single (Basket)')
  expect(operations).toContain('PUT /account/productlists/{id} (Product lists)')
  expect(operations).toContain('GET /filter-finder/manufacturers (Filter finder)')
  expect(operations.length).toBeGreaterThan(50)
  for (const page of ['/', '/order-pad', '/account/orders', '/healthz']) {
    expect(document.paths[page]?.get).toBeUndefined()
  }
})

test('every call has a summary', () => {
  const calls = Object.values(document.paths).flatMap(methods => Object.values(methods))
  expect(calls.filter(({ summary }) => !summary)).toEqual([])
})

test('every field of a body, query and reply has a type', () => {
  // The drafts of the checkout are not typed yet.
  const typed = Object.entries(document.paths).filter(
    ([path]) => !/^\/checkout\/(?:save|delivery)$/.test(path),
  )
  expect(typed.flatMap(([path, methods]) => untypedFields(methods, path))).toEqual([])
})

test('the OpenAPI document describes bodies, the AJAX marker and problem details', () => {
  expect(document.paths['/basket/add/single']!.post).toMatchObject({
    parameters: [{ name: 'X-Requested-With', in: 'header', schema: { const: 'XMLHttpRequest' } }],
    requestBody: {
      content: { 'application/json': { schema: { properties: { product: {}, quantity: {} } } } },
    },
    responses: { default: { content: { 'application/problem+json': {} } } },
  })
})

/** The places in a JSON schema that allow any value. */
function untypedFields(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const isSchema = /(?:\/schema|\/properties\/[^/]+|\/items|\/additionalProperties|\/anyOf\/\d+)$/.test(place)
  if (isSchema && Object.keys(value).length === 0) return [place]
  return Object.entries(value).flatMap(([key, part]) => untypedFields(part, `${place}/${key}`))
}
