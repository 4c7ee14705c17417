import { expect, test } from 'vitest'
import { readOutcome } from './calls.ts'
import { Recorder } from './recorder.ts'

const cancel = 'POST /admin/orders/{reference}/cancel'
const recordOne = async (response: Response, ms = 10) => {
  const recorder = new Recorder([cancel], 2000)
  const { status, isDone, refusal } = await readOutcome(response)
  recorder.record(
    { who: 'staff', call: cancel, url: '/admin/orders/FH22222222/cancel', init: { method: 'POST' }, ms },
    { status, isDone, refusal },
  )
  return recorder.getResult()
}
const json = (body: unknown, status = 200) => Response.json(body, { status })
const redirect = (location: string) => new Response(null, { status: 303, headers: { location } })

test.each([
  ['a 422', json({ detail: 'Some fields are invalid' }, 422)],
  ['a refusal with status 200', json({ success: false, message: 'Already cancelled.' })],
  ['an error of the checkout with status 200', json({ error: 'The total has changed.' })],
  ['the login', redirect('/login?next=%2Fadmin')],
  ['a page with messages', new Response('<p id="a-error">Enter a reason.</p>', { status: 422 })],
])('a call that was only answered with %s has never succeeded', async (_, response) => {
  const { neverDone, failures } = await recordOne(response)
  expect(neverDone).toEqual([expect.stringContaining(cancel)])
  expect(failures).toEqual([])
})

test('a call that was never sent has never succeeded', () => {
  expect(new Recorder([cancel], 2000).getResult().neverDone).toEqual([`${cancel}: `])
})

test.each([
  ['a reply', json({ success: true })],
  ['a list', json([])],
  ['the page that a form leads to', redirect('/admin/orders/FH22222222')],
])('a call that was once answered with %s has succeeded', async (_, response) => {
  expect(await recordOne(response)).toMatchObject({
    neverDone: [],
    failures: [],
    calls: [{ name: cancel, done: 1, refused: 0 }],
  })
})

test('a 500 and an answer that takes too long are failures', async () => {
  expect((await recordOne(json({}, 500))).failures).toMatchObject([{ status: 500 }])
  expect((await recordOne(json({ success: true }), 2001)).failures).toMatchObject([{ ms: 2001 }])
})
