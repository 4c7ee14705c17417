import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUnusedPictures } from '../../src/features/returns/service.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { createPicture, placeDespatchedOrder, postReturnForm } from './return-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

test('R-RETURN-1: pictures that a killed process left without a return are deleted after an hour', async () => {
  const folder = join(shop.context.config.dataDir, 'images', 'returns')
  await mkdir(folder, { recursive: true })
  const now = shop.clock.now().getTime()
  const write = async (name: string, minutes: number) => {
    await writeFile(join(folder, name), 'x')
    await utimes(join(folder, name), new Date(now), new Date(now - minutes * 60_000))
  }
  const { visitor, reference } = await placeDespatchedOrder(shop, staff, { 'FH-OIL-1': 1 })
  const form = {
    request: 'with-a-picture',
    'lines[0][position]': '1',
    'lines[0][quantity]': '1',
    reason: 'faulty',
    details: 'Bent',
  }
  const pictures = [{ name: 'bent.jpg', bytes: await createPicture() }]
  expect((await postReturnForm(shop, visitor, reference, form, pictures)).status).toBe(303)
  const [picture] = await readdir(folder)
  await write('left.jpg', 61)
  await write('being-sent.jpg', 1)
  await utimes(join(folder, picture!), new Date(now), new Date(now - 3 * 3_600_000))
  expect(await deleteUnusedPictures(shop.context)).toBe(1)
  expect((await readdir(folder)).sort()).toEqual(['being-sent.jpg', picture!].sort())
})
